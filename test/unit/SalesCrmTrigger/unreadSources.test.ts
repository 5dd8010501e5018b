import { waitedMs } from '../../support/fastClock';

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { ASSIGNEE, BACKLOG, BOARD, DEAL, eventOf, NEW, OLD } from '../../support/event';
import { answerOf, type Failure, FAILURES } from '../../support/failures';
import { HookService } from '../../support/hookService';
import { json, type Reply } from '../../support/scripted';
import * as n8n from '../../support/triggerContexts';

/** Each source that an event may need × each way in which it may fail × what it is needed for. */

const NAMES = {
	statuses: [
		{ id: OLD, label: 'Nieuw', backlog_id: BACKLOG },
		{ id: NEW, label: 'Offerte', backlog_id: BACKLOG },
	],
	users: [{ id: ASSIGNEE, name: 'Eva', email: 'eva@example.com' }],
};

const PIPELINE = { id: BACKLOG, backlog_name: 'Montage', rank: '0' };

const ROUTES = {
	statuses: /\/statuses$/,
	users: /users/,
	boards: /\/boards$/,
	pipelines: /\/boards\/.+\/backlogs$/,
	record: /\/items\//,
	customer: /\/contact-persons\//,
};
type SourceName = keyof typeof ROUTES;

/** As published, with one source that fails. */
class Failing extends HookService {
	broken: [SourceName, Failure] | undefined;

	boards = [{ id: BOARD, board_name: 'Deals', board_type: 'DEALS', backlogs: [PIPELINE] }];

	async request(options: IHttpRequestOptions): Promise<Reply> {
		const { pathname } = new URL(options.url);
		const [source, failure] = this.broken ?? [];
		if (source && ROUTES[source].test(pathname)) {
			const answer = answerOf(failure!);
			if (answer instanceof Error) throw answer;
			return answer;
		}
		if (ROUTES.record.test(pathname)) {
			this.asked.push([pathname, undefined, undefined]);
			return json({ item: { id: DEAL, status_id: NEW, status_label: 'Offerte' } });
		}
		if (ROUTES.customer.test(pathname)) {
			return json({ contact_person: { display_name: 'An Jansen' } });
		}
		return await super.request(options);
	}
}

let service: Failing;
let place: n8n.Place;
let accounts = 0;

beforeEach(() => {
	service = new Failing();
	service.setNames(NAMES);
	place = n8n.placeOf(service);
	// What is not offered is remembered for each account.
	place.credential.baseUrl = `https://crm${++accounts}.example`;
});

/**
 * Publishes, then breaks a source; what becomes of an event.
 * @param isNoted Without this, the trigger is published without filters, so that nothing of them is noted.
 */
async function outcomeOf(
	broken: Failing['broken'],
	event: IDataObject,
	{ filters, ...parameters }: IDataObject = {},
	isNoted = true,
) {
	Object.assign(place.parameters, parameters, isNoted && { filters });
	// A list that answered once is later never taken for one that is not offered.
	service.broken = isNoted ? undefined : broken;
	await n8n.activate(place);
	place.parameters.filters = filters;
	service.broken = broken;
	service.asked.length = 0;
	const before = waitedMs();
	const outcome = await n8n.deliver(place, event);
	expect(waitedMs() - before).toBeLessThanOrEqual(11_000);
	return outcome;
}

/** The example of the published description: without status and assignee. */
const created = () =>
	({
		...eventOf(
			{ status_id: undefined, status_label: undefined, status: undefined },
			{ status_id: undefined, old_status_id: undefined },
		),
		eventName: 'CRM_BACKLOG_ITEM_CREATED',
	}) as IDataObject;
const document = () =>
	({
		eventName: 'DOCUMENT_QUOTATION_SIGNED',
		timestamp: 1_766_062_609,
		payload: { documentId: 'd', documentType: 'QUOTATION', subjects: { contactPerson: 'p' } },
		metadata: { company_profile_id: n8n.PROFILE },
	}) as IDataObject;

const ON_CREATED = { events: ['dealCreated'], filters: { toStatusIds: ['offerte'] } };

describe.each(FAILURES)('$name', (failure) => {
	const isGone = failure.is === 'notOffered';

	it.each<[SourceName, IDataObject]>([
		['statuses', { previousStatus: null, status: 'In gesprek', assignee: 'Eva' }],
		['users', { assignee: null, assigneeEmail: null, previousStatus: 'Nieuw' }],
		['boards', { pipeline: isGone ? 'Pipeline 1' : null, previousStatus: 'Nieuw' }],
		['pipelines', { previousStatus: 'Nieuw', assignee: 'Eva' }],
	])('of %s leaves names empty, and the event starts the workflow', async (source, expected) => {
		const { status, items } = await outcomeOf([source, failure], eventOf());
		expect(status).toBe(200);
		expect(items).toMatchObject([expected]);
	});

	it('of the customer leaves it empty, and the event starts the workflow', async () => {
		const parameters = { events: ['quotationSigned'] };
		const { status, items } = await outcomeOf(['customer', failure], document(), parameters);
		expect([status, items]).toMatchObject([200, [{ customer: null, contactId: 'p' }]]);
	});

	it.each<[SourceName, IDataObject]>([
		['statuses', { fromStatusIds: ['Nieuw'] }],
		['users', { assigneeIds: ['eva'] }],
		['boards', { pipelineIds: ['Montage'] }],
	])('of %s does not matter to a filter that was noted', async (source, filters) => {
		const { status, items } = await outcomeOf([source, failure], eventOf(), { filters });
		expect([status, items?.length]).toEqual([200, 1]);
	});

	it.each<[SourceName, IDataObject, string]>([
		['statuses', { fromStatusIds: ['Nieuw'] }, 'Previous Status'],
		['users', { assigneeIds: ['eva'] }, 'Assignee'],
		['boards', { pipelineIds: [isGone ? 'Pipeline 1' : 'Montage'] }, 'Pipeline'],
	])('of %s, if nothing was noted: 503 and a failed execution', async (source, filters, label) => {
		const outcome = await outcomeOf([source, failure], eventOf(), { filters }, false);
		// Without boards, pipelines have numbers.
		if (source === 'boards' && isGone) return expect(outcome.items).toHaveLength(1);
		expect(outcome.status).toBe(503);
		const words = `2026-03-01T08:30:00.000Z started nothing: The filter '${label} Names or IDs' cannot be checked`;
		expect(outcome.failure).toContain(words);
		expect(outcome.failure).toContain(DEAL);
	});

	it('of a new record that a filter needs: 200 if it is gone, otherwise 503', async () => {
		const outcome = await outcomeOf(['record', failure], created(), ON_CREATED);
		expect(outcome).toMatchObject({ status: isGone ? 200 : 503, items: undefined });
		const why = isGone ? 'its record no longer exists' : 'refused (503)';
		expect(place.log.join()).toContain(why);
	});
});

describe('a new record without a status in its event', () => {
	it('is read once for a Status filter; its status is in the item', async () => {
		const { items } = await outcomeOf(undefined, created(), ON_CREATED);
		expect(items).toMatchObject([{ status: 'Offerte', statusId: NEW, pipeline: 'Montage' }]);
		expect(service.asked.filter(([path]) => ROUTES.record.test(path))).toHaveLength(1);
	});

	it('is held back by another status, with a word in the log', async () => {
		const filters = { toStatusIds: ['Nieuw'] };
		const { items } = await outcomeOf(undefined, created(), { ...ON_CREATED, filters });
		expect(items).toBeUndefined();
		expect(place.log.join()).toContain("because of the filter 'Status Names or IDs'");
	});

	it('is not read without such a filter, nor if another filter holds it back', async () => {
		const filters = { ...ON_CREATED.filters, fromStatusIds: [OLD] };
		const { items } = await outcomeOf(undefined, created(), { ...ON_CREATED, filters });
		expect(items).toBeUndefined();
		place.parameters.filters = {};
		expect((await n8n.deliver(place, created())).items).toHaveLength(1);
		expect(service.asked.filter(([path]) => ROUTES.record.test(path))).toEqual([]);
	});
});

it('a filter that needs no list asks for none before it holds an event back', async () => {
	const filters = { fromStatusIds: ['Offerte'], assigneeIds: ['Eva'] };
	await outcomeOf(undefined, eventOf(), { filters });
	expect(service.asked).toEqual([]);
});
