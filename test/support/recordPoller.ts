import type { IDataObject } from 'n8n-workflow';

import { SalesCrmRecordTrigger } from '../../nodes/SalesCrmRecordTrigger/SalesCrmRecordTrigger.node';
import { HandPoller } from './handPoller';

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
