import { randomUUID } from 'node:crypto';

import type { RequestParts } from '../../nodes/transport/requestOptions.ts';
import type { Asker } from '../asker.mts';
import { type Refusal, refusalOf } from '../examine/refusals.ts';
import { type Told, word } from '../examine/told.ts';
import type { Operation } from '../operations.mts';

export interface WrongIdFindings {
	refusals: Refusal[];
	/** The status for a profile that is not the caller's. */
	wrongProfile?: number;
}

interface Asking {
	profile: string | undefined;
	withAudience: boolean;
	/** Whether the sign-in holds: where it ended on the way, refusals speak of that. */
	stillIn(): Promise<boolean>;
}

const MALFORMED = 'not-an-id';

/** Reads of things that are not there, under ids nobody has and under what is no id. */
export async function wrongIds(
	asker: Asker,
	{ profile, withAudience, stillIn }: Asking,
): Promise<WrongIdFindings> {
	const own = { company_profile_id: profile };
	const nobodys = { company_profile_id: randomUUID() };
	const cases: Array<[Told, Operation, RequestParts]> = [
		[
			word('profile: a random UUID'),
			'listQuotations',
			{ query: { ...nobodys, page: 0, per_page: 50 } },
		],
		[word('profile: no UUID'), 'listStatuses', { path: { profileId: MALFORMED }, body: {} }],
		[word('quotation: a random UUID'), 'getQuotationInfo', { query: { id: randomUUID(), ...own } }],
		[word('quotation: no UUID'), 'getQuotationInfo', { query: { id: MALFORMED, ...own } }],
		[
			word('quotation as PDF: a random UUID'),
			'getQuotationPdf',
			{ query: { id: randomUUID(), ...own } },
		],
		[word('page: no number'), 'listQuotations', { query: { ...own, page: 'none' } }],
	];
	if (withAudience) {
		const audience_id = randomUUID();
		cases.push(
			[word('audience: a random UUID'), 'listContacts', { query: { ...own, audience_id } }],
			[word('audience: no UUID'), 'listContacts', { query: { ...own, audience_id: MALFORMED } }],
		);
	}
	const found: WrongIdFindings = { refusals: [] };
	for (const [asked, operation, parts] of cases) {
		const reply = await asker.askWrongly(operation, parts);
		if (!reply) continue;
		found.refusals.push(refusalOf(asked, reply, asker.naming));
		if (asked === cases[0][0] && reply.status >= 400) found.wrongProfile = reply.status;
	}
	return (await stillIn()) ? found : { refusals: [] };
}
