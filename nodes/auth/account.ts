import { fingerprint } from './fingerprint';

/** A service account (interface.md, "POST /login-api (deprecated)"), as its credential names it. */
export interface Account {
	baseUrl: string;
	loginPath: string;
	email: string;
	password: string;
	/** The session in use; when a new one is asked for, this one was refused. Empty at first. */
	sessionKey: string;
}

/** Tells accounts apart without naming them. The secret is left out: it may change. */
export const accountOf = ({ baseUrl, loginPath, email }: Account): string =>
	fingerprint([baseUrl, loginPath, email]);

/** The same with its secret: what is known of one says nothing of another. */
export const keyOf = (account: Account) => fingerprint([accountOf(account), account.password]);
