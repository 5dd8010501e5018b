import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import { useNock } from '../../../support/fakeService';
import { itemsAndHints } from '../../../support/engine';
import { runs } from '../../../support/runs';
import { dealsInSql, type DealQuestion, type DealWorld } from '../../../support/sql/figures.cjs';
import { uuid } from '../../../support/uuid';

/**
 * Deal: Get Many with quotations against the same calculation in SQL. What is drawn: several accepted or sent quotations,
 * the same millisecond, no request, a request of two deals, archived deals, leads, currencies in both spellings, values as
 * number and as text.
 */

const DAY = 86_400_000;
const NOW = Date.now();

const PIPELINES = [
	{ id: uuid(0xb1), type: 'deal' },
	{ id: uuid(0xb2), type: 'deal' },
	{ id: uuid(0xb3), type: 'lead' },
];
const BOARDS = { deal: uuid(0xb0a), lead: uuid(0xb0b) };
const STATUSES = PIPELINES.map(({ id }, n) => ({
	...{ id: uuid(0x50 + n), backlog_id: id, label: `Status ${n}`, color: '#111111', position: 0 },
}));

const money = fc.record(
	{
		iso_currency: fc.constant('EUR'),
		isoCurrency: fc.constant('CHF'),
		amount: fc.constantFrom<unknown>(2420, 0, '12400.50', '', 'veel'),
		type: fc.constant('currency'),
	},
	{ requiredKeys: ['type'] },
);

const freeFields = fc.array(
	fc.oneof(
		money.map((value) => ({ label: 'cf_lead_value', value })),
		fc
			.constantFrom('', 'an@example.com', 'bo@example.com')
			.map((value) => ({ label: 'email', value })),
		fc.constantFrom('', '0612345678').map((value) => ({ label: 'phone', value })),
		fc.constant({ label: 'Type woning', value: 'Hoekwoning' }),
	),
	{ maxLength: 5 },
);

const technicalLabels = fc.array(
	fc.record({
		type: fc.constantFrom('ITEM_ACTIVE', 'DEAL_WON', 'DEAL_LOST', 'ITEM_ARCHIVED'),
		timestamp: fc.constantFrom(NOW - 3 * DAY, NOW - 2 * DAY, NOW - DAY),
	}),
	{ maxLength: 3 },
);

const anyDeal = fc.record({
	pipeline: fc.constantFrom(...PIPELINES),
	freeFields,
	technicalLabels,
	request: fc.integer({ min: 1, max: 3 }),
});

const anyDocument = fc.record({
	type: fc.constantFrom('QUOTATION', 'QUOTATION', 'QUOTATION', 'INVOICE'),
	status: fc.constantFrom('DRAFT', 'SENT', 'SENT', 'ACCEPTED', 'ACCEPTED', 'REJECTED'),
	days: fc.constantFrom(2.5, 10.5, 20.5),
	request: fc.option(fc.integer({ min: 1, max: 3 })),
	total: fc.integer({ min: 0, max: 9000 }),
});

const seldom = <T>(usual: T, drawn: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, drawn);

const anyQuestion: fc.Arbitrary<DealQuestion> = fc.record({
	results: seldom<string[]>([], fc.subarray(['open', 'won', 'lost'])),
	types: fc.subarray(['deal', 'lead']),
	archived: fc.boolean(),
	statuses: seldom<string[]>([], fc.subarray(['DRAFT', 'SENT', 'ACCEPTED'])),
	days: seldom<number | null>(null, fc.constantFrom(2, 10, 20)),
});

const anyWorld = fc
	.tuple(
		fc.array(anyDeal, { minLength: 1, maxLength: 8 }),
		fc.array(anyDocument, { maxLength: 12 }),
		fc.array(anyQuestion, { minLength: 3, maxLength: 3 }),
	)
	.map(
		([deals, documents, questions]): DealWorld => ({
			pipelines: PIPELINES,
			now: NOW,
			questions,
			history: deals.map(({ pipeline, ...drawn }, n) => ({
				...{ id: uuid(0xd000 + n), backlogId: pipeline.id, summary: `Deal ${n}`, ...drawn },
				...{ request: undefined, companyProfileId: [], history: [] },
			})),
			items: deals.map(({ pipeline, request }, n) => ({
				...{ id: uuid(0xd000 + n), backlog_id: pipeline.id, description: `Wish ${n}` },
				item_subject: { type: 'LEAD_CONFIGURATION', id: uuid(0x7000 + request) },
			})),
			documents: documents.map(({ type, status, days, request, total }, n) => ({
				...{ id: uuid(0x9000 + n), document_type: type, document_status: status },
				...{ document_number: `2026${n}`, pricing: { total } },
				document_creation_timestamp: NOW - days * DAY,
				itemSubject: request && { type: 'LEAD_CONFIGURATION', id: uuid(0x7000 + request) },
			})),
			quotations: documents.map(({ days }, n) => ({
				documentId: uuid(0x9000 + n),
				quotationExpirationTimestamp: NOW - days * DAY + 30 * DAY,
			})),
		}),
	);

useNock();

const HOST = 'http://worlds.example';

/** Answers as published. */
function serve(world: DealWorld) {
	nock.cleanAll();
	const ofPipeline = (id: string) =>
		(world.items as Array<{ backlog_id: string }>).filter((item) => item.backlog_id === id);
	const boards = Object.entries(BOARDS).map(([type, id]) => ({
		...{ id, board_name: type, board_type: `${type.toUpperCase()}S` },
	}));
	nock(HOST)
		.persist()
		.get(/./)
		.reply((uri) => {
			const path = uri.replace(/\?.*/, '');
			const [, board, pipeline] =
				/boards\/([^/]+)\/backlogs(?:\/([^/]+)\/items)?$/.exec(path) ?? [];
			if (pipeline) return [200, { message: 'OK', items: ofPipeline(pipeline) }];
			if (board) {
				const own = PIPELINES.filter(({ type }) => BOARDS[type as 'deal'] === board);
				const backlogs = own.map(({ id }, n) => ({ id, backlog_name: id, rank: `${n}` }));
				return [200, { message: 'OK', backlogs }];
			}
			if (path.endsWith('/boards')) return [200, { message: 'OK', boards }];
			if (path.endsWith('/history')) return [200, { history: world.history }];
			if (path.endsWith('/statuses')) return [200, { statuses: STATUSES }];
			if (path.endsWith('/users')) return [200, []];
			if (path.endsWith('/overview')) return [200, { documentDatas: world.documents }];
			if (path.endsWith('/quotations')) return [200, { quotationDatas: world.quotations }];
			return [404, { message: 'NOT_FOUND' }];
		});
	nock(HOST).persist().post(/./).reply(404, { message: 'NOT_FOUND' });
}

async function ask({ results, types, archived, statuses, days }: DealQuestion) {
	const filters: IDataObject = {
		...(results.length > 0 && { results }),
		...(types.length > 0 && { recordTypes: types }),
		...(statuses.length > 0 && { quotationStatuses: statuses }),
		...(days !== null && { minQuotationDaysOpen: days }),
	};
	const options = { includeQuotations: true, includeArchived: archived };
	const parameters = { resource: 'deal', operation: 'getAll', returnAll: true, filters, options };
	const { rows, hints } = await itemsAndHints({ parameters, credential: { baseUrl: HOST } });
	return { hints, rows: rows.toSorted((a, b) => (String(a.dealId) < String(b.dealId) ? -1 : 1)) };
}

type Row = ReturnType<typeof dealsInSql>[number]['rows'][number][number];

/** A row of SQL, with the keys of an item. */
function expectedOf(row: Row) {
	const list = row.quotations as unknown as Array<[id: string, at: number, expiry: number]>;
	const iso = (at: number) => new Date(at).toISOString();
	return {
		...{ dealId: row.deal, recordType: row.type, value: row.value, currency: row.currency },
		...{ email: row.email, phone: row.phone, result: row.result, requestId: row.request },
		...{ archived: row.archived === 1, quotationNumber: row.number, quotationStatus: row.status },
		...{ quotationTotal: row.total, quotationUnclear: row.unclear === 1 },
		quotationDaysOpen: row.open === null ? null : Math.round(Number(row.open) / DAY),
		quotations: list.map(([id, at, expiry]) => [id, iso(at), iso(expiry)]),
	};
}

function likeExpected(row: IDataObject, expected: object) {
	const { quotations, quotationDaysOpen: days } = row;
	const list = (quotations as IDataObject[]).map(({ quotationId, createdAt, expiresAt }) =>
		[quotationId, createdAt, expiresAt].map(String),
	);
	const times = list.map(([, at]) => at);
	expect(times).toEqual(times.toSorted().reverse());
	return {
		...Object.fromEntries(Object.keys(expected).map((key) => [key, row[key]])),
		quotationDaysOpen: days === null ? null : Math.round(Number(days)),
		quotations: list.toSorted(([a], [b]) => (a < b ? -1 : 1)),
	};
}

it('items, filters and the quotation that counts are the same as in SQL', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anyWorld, { minLength: 12, maxLength: 12 }), async (worlds) => {
			for (const [n, answers] of dealsInSql(worlds).entries()) {
				serve(worlds[n]);
				for (const [q, expected] of answers.rows.entries()) {
					const question = worlds[n].questions[q];
					const { rows, hints } = await ask(question);
					const wanted = expected.map(expectedOf);
					expect(rows.map((row, i) => likeExpected(row, wanted[i] ?? {}))).toEqual(wanted);
					const untied = hints.filter((hint) => / without a request: /.test(hint));
					expect(untied.map((hint) => parseInt(hint))).toEqual(
						answers.untied > 0 ? [answers.untied] : [],
					);
				}
			}
		}),
		// Without shrinking, because each try would start Python.
		{ ...runs(4), endOnFailure: true },
	);
});
