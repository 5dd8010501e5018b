import type { IDataObject } from 'n8n-workflow';

import { SalesCrmRecordTrigger } from '../../nodes/SalesCrmRecordTrigger/SalesCrmRecordTrigger.node';
import { HandPoller } from './handPoller';
import { uuid } from './uuid';

/** The record trigger with what n8n gives it by hand, beside the sandbox. */
export class RecordPoller extends HandPoller {
	protected override readonly trigger = new SalesCrmRecordTrigger();

	protected override readonly usual: IDataObject = {
		authentication: 'apiToken',
		record: 'quotation',
		event: 'createdOrUpdated',
		audienceId: identities.AUDIENCE_ID,
	};

	constructor(parameters: IDataObject = {}, isDurable = false) {
		super(parameters, isDurable);
		this.credential = {
			baseUrl: sandbox.url,
			apiToken: identities.API_TOKEN,
			companyProfileId: identities.PROFILE_ID,
		};
	}

	protected override async request({ method, url, qs, headers }: IDataObject): Promise<object> {
		const query = new URLSearchParams(
			Object.entries(qs as IDataObject).map(([name, value]): [string, string] => [
				name,
				String(value),
			]),
		);
		const { pathname } = new URL(url as string);
		this.asked.push([`${method} ${pathname}`, qs, undefined]);
		await this.before();
		const answer = await fetch(`${url}?${query}`, {
			headers: { ...(headers as object), authorization: `Bearer ${identities.API_TOKEN}` },
		});
		const body = await answer.text();
		return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body };
	}
}

/** The quotations of the profile at the sandbox, to be changed behind n8n's back. */
export const quotations = () => sandbox.world.profile().quotations;

let made = 0;

/** Somebody adds a quotation, the last of the list unless its place is given; its id. */
export function quoted(fields: IDataObject = {}, place = Infinity): string {
	const id = uuid(0xa000 + ++made);
	const one = { ...quotations()[0], number: `N-${made}`, ...fields, id };
	quotations().splice(place, 0, one as (typeof one & ReturnType<typeof quotations>)[number]);
	return id;
}

/** Somebody adds a contact to the audience without seeded ones; its id. */
export function joinedAudience(infos: Record<string, string> = {}): string {
	const id = uuid(0xc000 + ++made);
	const named = { 'E-mailadres': `c${made}@voorbeeld.example`, ...infos };
	sandbox.world.profile().contacts.add({
		id,
		contact_type: 'CONSUMER',
		time_stamp: 1_700_000_000_000 + made,
		standard_personal_infos: Object.entries(named).map(([name, value]) => ({ name, value })),
		audience: {
			id: identities.EMPTY_AUDIENCE_ID,
			company_profile: { id: identities.PROFILE_ID },
		},
	});
	return id;
}

/** The contacts that were added so. */
export const joined = () =>
	sandbox.world.profile().contacts.createdIn(identities.EMPTY_AUDIENCE_ID);
