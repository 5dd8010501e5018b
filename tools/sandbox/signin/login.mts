import { SERVICE_ACCOUNT, SERVICE_ACCOUNT_ID } from '../identities.mts';
import type { Log } from '../log.mts';
import { note } from '../log.mts';
import type { Switches } from '../switches.mts';
import { firstOf } from './access.mts';
import type { Sessions } from './sessions.mts';

const ATTEMPTS = 5;
/** What is answered to a wrong name or secret, which costs an attempt. */
const WRONG: string[] = ['FAILED', 'UNAUTHORIZED'];

/** The deprecated service-account login. Wrong attempts lock the account until the next reset. */
export class Login {
	private attemptsLeft = ATTEMPTS;

	constructor(
		private readonly switches: Switches,
		private readonly sessions: Sessions,
		private readonly log: Log,
	) {}

	attempt(path: string, email: string, password: string) {
		const outcome = this.judge(email, password);
		const { type, attemptsLeft } = outcome;
		note(this.log.logins, { time: new Date().toISOString(), path, type, attemptsLeft });
		return outcome;
	}

	unlock() {
		this.attemptsLeft = ATTEMPTS;
	}

	private judge(email: string, password: string) {
		const known = firstOf(email) === SERVICE_ACCOUNT.email && password === SERVICE_ACCOUNT.password;
		const type = known && this.attemptsLeft > 0 ? this.switches.loginAnswer : this.refusal();
		if (WRONG.includes(type)) this.attemptsLeft = Math.max(0, this.attemptsLeft - 1);
		if (type === 'SUCCESS') this.attemptsLeft = ATTEMPTS;
		const { attemptsLeft } = this;
		if (type !== 'SUCCESS') {
			return { type, user: null, attemptsLeft, should_check_two_factor: type === 'TWO_FACTOR' };
		}
		const shared = { email, name: null, locale: 'nl', role: 'API' };
		const user =
			this.switches.only === 'published'
				? { id: SERVICE_ACCOUNT_ID, ...shared, image: null, hub_mode: 'DISALLOW', isDealer: false }
				: { id: 'sandbox-1', ...shared, password: '' };
		const key = { [this.switches.loginKey]: this.sessions.start(email) };
		return { type, user, ...key, attemptsLeft, should_check_two_factor: false };
	}

	/** As described, only the word for a success is shown. */
	private refusal() {
		if (this.switches.only !== 'published') return 'FAILED';
		return this.attemptsLeft > 0 ? 'UNAUTHORIZED' : 'LOCKED';
	}
}
