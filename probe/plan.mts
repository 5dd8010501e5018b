import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { OpenAPIBackend } from 'openapi-backend';

import { connect } from '../nodes/auth/authenticator.ts';
import { Asker } from './asker.mts';
import { contextFor, type Scheme } from './context.mts';
import { together } from './examine/headers.ts';
import { time } from './examine/time.ts';
import { isTaken } from './examine/reply.ts';
import { idOf } from './examine/rows.ts';
import type { Told } from './examine/told.ts';
import type { Findings } from './findings.mts';
import { Gate, type Network } from './gate.mts';
import { namingOf } from './naming.mts';
import type { Operation } from './operations.mts';
import { dealRecords } from './steps/deals.mts';
import { listed } from './steps/lists.mts';
import { quotation } from './steps/quotation.mts';
import { isLetIn, logIn, type Questions, refusals, tryForms } from './steps/signIn.mts';
import { webhooks } from './steps/webhooks.mts';
import { wrongIds } from './steps/wrongIds.mts';

export interface Account {
	/** Without a slash at the end. */
	baseUrl: string;
	scheme: Scheme;
	/** The fields of the credential type of the scheme. */
	credential: ICredentialDataDecryptedObject;
	profile?: string;
	audience?: string;
}

export interface Means {
	network: Network;
	api: OpenAPIBackend;
	/** Names that are neither described nor usual are shown as well. */
	names?: boolean;
	wait(ms: number): Promise<unknown>;
}

export interface Plan {
	/** To be done one after the other; each throws CouldNotRun when there is no going on. */
	steps: Record<string, () => Promise<void>>;
	/** What is known once they are done. */
	findings(): Findings;
}

/** What is asked, in turn: at most MOST_REQUESTS, by reads alone. */
export async function planOf(account: Account, means: Means): Promise<Plan> {
	const { scheme, profile, audience } = account;
	const credential = { ...account.credential, baseUrl: account.baseUrl, sessionKey: '' };
	if (profile) Object.assign(credential, { companyProfileId: profile });
	const gate = new Gate(means.network, account.baseUrl);
	const context = contextFor(gate, scheme, credential);
	const connection = await connect(context, scheme, { maxAttempts: 1, timeoutMs: 30_000 });
	const naming = namingOf(means.api, means.names ?? false);
	const asker = new Asker(connection, gate, means.api, naming, means.wait);

	const own = { company_profile_id: profile };
	const questions: Questions = (operation) =>
		operation === 'listQuotations'
			? { query: { ...own, page: 0, per_page: 50 } }
			: operation === 'listUsers'
				? { query: { id: profile }, body: {} }
				: { query: { profile_id: profile } };
	const found: Pick<
		Findings,
		'signIn' | 'lists' | 'wrongIds' | 'quotation' | 'deals' | 'webhooks'
	> = {
		signIn: { endedEarly: false },
		lists: {},
		wrongIds: { refusals: [] },
	};
	let quotationId: unknown;
	let loginsWanted = 0;
	let taken: Operation = 'listQuotations';
	const stillIn = async () => isTaken(await asker.ask(taken, questions(taken)));

	const steps: Plan['steps'] = {
		async 'Sign in'() {
			const { signIn } = found;
			if (scheme === 'serviceAccount') {
				Object.assign(signIn, await logIn(gate, credential));
				loginsWanted = gate.logins;
				signIn.header = await tryForms(asker, credential, questions);
			}
			taken = await isLetIn(asker, questions);
			const session = scheme === 'serviceAccount' ? credential : undefined;
			Object.assign(signIn, await refusals(asker, taken, { questions, credential: session }));
		},
		async Quotations() {
			const list = await listed(asker, 'listQuotations', 'quotations', own);
			found.lists.quotations = list.found;
			quotationId = idOf(list.firstRow);
		},
		async Contacts() {
			if (!audience) return;
			const query = { ...own, audience_id: audience };
			found.lists.contacts = (await listed(asker, 'listContacts', 'contacts', query)).found;
		},
		async 'One quotation and its PDF'() {
			if (typeof quotationId !== 'string' && typeof quotationId !== 'number') return;
			found.quotation = await quotation(asker, String(quotationId), { profile, stillIn });
		},
		async 'Statuses, users and history'() {
			if (profile) found.deals = await dealRecords(asker, profile);
		},
		async Webhooks() {
			found.webhooks = await webhooks(asker, profile);
		},
		async 'Ids that are wrong'() {
			found.wrongIds = await wrongIds(asker, {
				profile,
				withAudience: audience !== undefined,
				stillIn,
			});
		},
	};
	return {
		steps,
		findings: () => ({
			scheme,
			requests: gate.requests,
			quickest: asker.took.length > 0 ? time(Math.min(...asker.took)) : undefined,
			routes: [...asker.fates].map(([operation, fates]) => ({
				operation: operation as string as Told,
				fates: [...fates].sort(),
			})),
			...found,
			signIn: { ...found.signIn, endedEarly: gate.logins > loginsWanted },
			headers: together(asker.headers),
			passing: [...asker.passing].sort(),
			differences: asker.differences,
		}),
	};
}
