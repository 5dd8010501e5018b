/**
 * @jest-environment ./test/support/sandbox-environment.mjs
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { Crash } from '../../support/handPoller';
import { quotations, quoted, RecordPoller } from '../../support/recordPoller';
import { runs } from '../../support/runs';
import { startOver } from '../../support/startOver';

/**
 * The trigger's life beside a service that lists in one of many ways, while people add, edit, remove
 * and bring back quotations. Answers come empty, lack a page, or fail; rows move while a list is read;
 * n8n stops, dies before, between or after its two writes, starts, and publishes anew, also with
 * other settings, and after something else put old static data back.
 *
 * What a poll must give is worked out by a model that remembers whole records, and lets go of none
 * without need. Beside it, the whole life is looked at without any model: no record from before the
 * activation came as new, and each that was added came once.
 */

jest.mock('../../../nodes/transport/retryPolicy', () => ({
	...jest.requireActual<object>('../../../nodes/transport/retryPolicy'),
	pause: async () => undefined,
}));

const FIELDS = ['status', 'title', 'currency', 'note'] as const;

type Step =
	| { does: 'add'; place: number }
	| { does: 'edit'; which: number; field: number; value: number }
	| { does: 'remove' | 'bring back' | 'empty'; which: number }
	| { does: 'edit all'; field: number }
	| { does: 'poll'; crash: Crash | undefined }
	| { does: 'start'; crash: Crash | undefined }
	| { does: 'gap'; page: number; times: number }
	| { does: 'fail' | 'stop' | 'rows move' }
	| { does: 'publish'; watches: boolean | undefined; which: number | undefined };

const crash = fc.option(
	fc.constantFrom<Crash>('none written', 'static data only', 'execution only'),
	{ nil: undefined, freq: 2 },
);
const does = <T extends Step['does']>(what: T) => fc.constant(what);
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

const anyStep: fc.Arbitrary<Step> = fc.oneof(
	often(5, fc.record({ does: does('add'), place: fc.nat(40) })),
	often(
		5,
		fc.record({ does: does('edit'), which: fc.nat(40), field: fc.nat(3), value: fc.nat(3) }),
	),
	often(2, fc.record({ does: does('remove'), which: fc.nat(40) })),
	often(2, fc.record({ does: does('bring back'), which: fc.nat(9) })),
	often(2, fc.record({ does: does('edit all'), field: fc.nat(3) })),
	often(8, fc.record({ does: does('poll'), crash })),
	often(2, fc.record({ does: does('start'), crash })),
	often(2, fc.record({ does: does('empty'), which: fc.nat(9) })),
	often(
		2,
		fc.record({ does: does('gap'), page: fc.nat(4), times: fc.integer({ min: 1, max: 2 }) }),
	),
	often(2, fc.record({ does: fc.constantFrom('fail', 'stop', 'rows move') })),
	often(
		2,
		fc.record({
			does: does('publish'),
			watches: fc.option(fc.boolean(), { nil: undefined, freq: 1 }),
			which: fc.option(fc.nat(4), { nil: undefined }),
		}),
	),
);

const anyService = fc
	.record({
		pageCap: fc.constantFrom(null, 3, 7, 10),
		ignorePage: fc.oneof(often(4, fc.constant(false)), often(1, fc.constant(true))),
		idName: fc.constantFrom('id', 'id', '_id', 'uuid', 'contactId', 'none'),
		listShape: fc.constantFrom('named', 'array', 'content', 'data', 'hal'),
		total: fc.constantFrom(null, 'none', 'all'),
		lastMark: fc.constantFrom(null, 'none', 'last', 'hasMore'),
		emptyPage: fc.constantFrom('list', 'null', 'missing', 'object', 'noBody', 'message', 404),
		volatileField: fc.boolean(),
	} as const)
	// One that ignores pages and has an odd size shows all there is, as far as anybody can tell.
	.filter(({ pageCap, ignorePage }) => !ignorePage || pageCap === null || pageCap === 10);
type Service = typeof anyService extends fc.Arbitrary<infer T> ? T : never;

/** Answers without a record, with status 200. */
const EMPTY = [{ quotations: [] }, [], {}, { message: 'No results' }, { total: 0 }, null];

interface Known {
	/** As it was when it was last told or noted; undefined where changes did not count then. */
	noted: IDataObject | undefined;
	/** In how many complete lists in a row it was absent, at least and at most. */
	absent: [least: number, most: number];
}

/** What a trigger knows in one of the places where n8n keeps it. */
class Knowledge {
	records = new Map<string, Known>();

	watches = true;

	copy(): Knowledge {
		return Object.assign(new Knowledge(), structuredClone({ ...this }));
	}
}

class Life {
	readonly poller: RecordPoller;

	watches = true;

	private inMemory: Knowledge | undefined;

	private inDatabase: Knowledge | undefined;

	/** Durable cursors: of a poll that failed, known to the process until one succeeds. */
	private afterFailure: Knowledge | undefined;

	private hasJustHandedOut = false;

	private readonly removed: Array<ReturnType<typeof quotations>[number]> = [];

	/** Where the promise of once ends: removed meanwhile, or a crash between two writes. */
	readonly mayRepeat = new Set<string>();

	readonly mayBeLost = new Set<string>();

	/** Ids of those that were there before the latest beginning. */
	before = new Set<string>();

	/** How often each came as new. */
	readonly came = new Map<string, number>();

	constructor(
		readonly service: Service,
		private readonly maxRecords: number,
		readonly isDurable: boolean,
	) {
		Object.assign(sandbox.switches, service);
		this.poller = new RecordPoller({}, isDurable);
		this.choose(true);
	}

	choose(watches: boolean): void {
		this.watches = watches;
		const options = { maxRecords: this.maxRecords, ignoreFields: 'etag' };
		const event = watches ? 'createdOrUpdated' : 'created';
		this.poller.parameters = { event, options };
	}

	/** The service shows no more than so many. */
	private get isCutShort(): boolean {
		return this.service.ignorePage && this.service.pageCap !== null;
	}

	private get shown() {
		return quotations().slice(0, this.isCutShort ? this.service.pageCap! : undefined);
	}

	/** By its content, a record that changed is another. */
	/** Lists that may have lacked rows do not tell whether it was forgotten. */
	private isInDoubt(row: ReturnType<typeof quotations>[number]): boolean {
		return [this.inMemory, this.inDatabase, this.afterFailure].some((knowledge) => {
			const [least, most] = knowledge?.records.get(this.keyOf(row))?.absent ?? [0, 0];
			return least < 2 && most >= 2;
		});
	}

	private keyOf = (row: ReturnType<typeof quotations>[number]): string => {
		if (this.service.idName !== 'none') return row.id;
		const shown = Object.entries(row).filter(([name]) => !['id', 'lines'].includes(name));
		return JSON.stringify(shown.sort());
	};

	change(step: Step): boolean {
		const all = quotations();
		switch (step.does) {
			case 'add':
				quoted({}, step.place % (all.length + 1));
				return true;
			case 'edit': {
				const field = FIELDS[step.field];
				Object.assign(all[step.which % all.length], { [field]: `${field} ${step.value}` });
				return true;
			}
			case 'edit all':
				// Told by their content, they fail by another rule: poll.test.ts.
				if (this.service.idName === 'none' && all.length > 19) return true;
				for (const one of all) {
					Object.assign(one, { [FIELDS[step.field]]: `all ${one.number} ${all.length}` });
				}
				return true;
			case 'remove':
				if (all.length > 3) {
					// Where the list is cut short another comes into sight: new, if it never was before.
					if (this.isCutShort) for (const { id } of all) this.mayRepeat.add(id);
					const [one] = all.splice(step.which % all.length, 1);
					this.removed.push(one);
					this.mayRepeat.add(one.id);
					this.mayBeLost.add(one.id);
				}
				return true;
			case 'bring back':
				if (this.removed.length > 0) {
					const at = step.which % this.removed.length;
					if (!this.isInDoubt(this.removed[at])) all.push(...this.removed.splice(at, 1));
				}
				return true;
			default:
				return false;
		}
	}

	/** What a list that holds all there is makes of what was known, and what it must hand out. */
	private expect(base: Knowledge | undefined, isCertain: boolean) {
		const known = base?.copy() ?? new Knowledge();
		const isSame = base?.watches === this.watches;
		known.watches = this.watches;
		const waiting: Array<{
			key: string;
			row: IDataObject & { id: string };
			fields: string[] | null;
		}> = [];
		const counts = new Map<string, number>();
		const rows = this.shown.map((row) => ({ key: this.keyOf(row), row }));
		const isById = this.service.idName !== 'none';
		let seen = 0;
		for (const { key, row } of rows) {
			const copy = structuredClone(row) as unknown as IDataObject & { id: string };
			const one = known.records.get(key);
			if (one) {
				seen++;
				one.absent = [0, 0];
			}
			const noted = isSame && this.watches && isById ? one?.noted : undefined;
			const fields = FIELDS.filter(
				(name) => noted && JSON.stringify(noted[name]) !== JSON.stringify(copy[name]),
			);
			if (!one && base) waiting.push({ key, row: copy, fields: null });
			else if (fields.length > 0) waiting.push({ key, row: copy, fields: fields.toSorted() });
			else known.records.set(key, { noted: this.watches ? copy : undefined, absent: [0, 0] });
			for (const name of fields) counts.set(name, (counts.get(name) ?? 0) + 1);
		}
		const present = new Set(rows.map(({ key }) => key));
		for (const [key, one] of known.records) {
			if (present.has(key)) continue;
			if (!isSame) one.noted = undefined;
			if (this.isCutShort && quotations().length >= this.service.pageCap!) continue;
			one.absent = [one.absent[0] + (isCertain ? 1 : 0), one.absent[1] + 1];
			if (one.absent[0] > 1) known.records.delete(key);
		}
		const edited = [...counts].filter(([, n]) => n >= 20 && n * 2 >= seen).map(([name]) => name);
		waiting.sort((a, b) => Number(a.fields !== null) - Number(b.fields !== null));
		return { known, waiting, edited };
	}

	private note(known: Knowledge, batch: Array<{ key: string; row: IDataObject }>): void {
		for (const { key, row } of batch) {
			known.records.set(key, { noted: this.watches ? row : undefined, absent: [0, 0] });
		}
	}

	/** n8n polls; what must come of it. */
	async poll(how: 'activate' | 'start' | 'poll', drawn?: Crash): Promise<void> {
		const crash = drawn && this.isDurable ? 'none written' : drawn;
		const isOfSchedule = how === 'poll';
		const base = this.base(how);
		if (!base) this.begin();
		const { known, waiting, edited } = this.expect(base, true);
		const run = async () => await this.poller[how](crash);
		if (edited.length > 0) {
			if (isOfSchedule) {
				await expect(run()).rejects.toThrow(`'${edited[0]}' in`);
				for (const { key, row } of waiting) {
					const { noted } = known.records.get(key) ?? {};
					for (const name of edited) if (noted) noted[name] = row[name];
				}
				this.failed(known);
				return;
			}
			expect(await run()).toEqual([]);
			return this.written(base, crash, false, isOfSchedule);
		}
		const batch = waiting.slice(0, this.maxRecords);
		const inOrder = this.shown.flatMap((row) => batch.filter(({ key }) => key === this.keyOf(row)));
		const items = await run();
		expect(this.told(items)).toEqual(
			inOrder.map(({ row, fields }) => [row.number, this.watches ? fields : undefined]),
		);
		this.note(known, batch);
		const starts = crash === undefined || crash === 'execution only';
		for (const { row, fields } of batch) {
			if (starts && fields === null) this.came.set(row.id, (this.came.get(row.id) ?? 0) + 1);
			if (crash === 'execution only') this.mayRepeat.add(row.id);
			if (crash === 'static data only') this.mayBeLost.add(row.id);
		}
		this.written(known, crash, batch.length > 0, isOfSchedule);
	}

	private told = (items: IDataObject[]) =>
		items.map(({ number, changedFields }) => [
			number,
			Array.isArray(changedFields) ? changedFields.toSorted() : changedFields,
		]);

	/** Of a list that may lack rows: what comes is new or changed, and what does not comes later. */
	async pollInDoubt(moved?: () => { number: string; id: string } | undefined): Promise<void> {
		const base = this.base('poll');
		const { known, waiting, edited } = this.expect(base, false);
		if (edited.length > 0 || !base) {
			sandbox.switches.faults = [];
			this.poller.before = async () => undefined;
			return await this.poll('poll');
		}
		const items = await this.poller.poll();
		const added = moved?.();
		const came: typeof waiting = [];
		for (const [number, fields] of this.told(items)) {
			const one = waiting.find(({ row }) => row.number === number);
			if (!one && added?.number === number) {
				const row = quotations().find(({ id }) => id === added!.id)!;
				came.push({ key: this.keyOf(row), row: structuredClone(row) as never, fields: null });
				continue;
			}
			expect([number, fields]).toEqual([one?.row.number, this.watches ? one?.fields : undefined]);
			came.push(one!);
		}
		for (const { row, fields } of came) {
			if (fields === null) this.came.set(row.id, (this.came.get(row.id) ?? 0) + 1);
		}
		this.note(known, came);
		this.written(known, undefined, items.length > 0, true);
	}

	/** An answer without a record, or a failure: nothing comes and nothing is forgotten. */
	async pollInVain(isFailure: boolean): Promise<void> {
		const base = this.base('poll');
		if (isFailure) await expect(this.poller.poll()).rejects.toThrow('Could not list');
		else if (base) {
			expect(await this.poller.poll()).toEqual([]);
			this.written(base, undefined, false, true);
		}
	}

	stop(): void {
		this.poller.stop();
		this.died();
	}

	/** What was handed out last may come again then, as the model of the history trigger's writes shows. */
	putBack(which: number): void {
		if (this.hasJustHandedOut) return;
		this.poller.putBack(Math.max(0, this.poller.writes - 1 - which));
	}

	private base(how: 'activate' | 'start' | 'poll'): Knowledge | undefined {
		if (this.isDurable && how === 'poll') return this.afterFailure ?? this.inDatabase;
		return this.inMemory;
	}

	/** Without anything remembered all that is there counts as there already. */
	private begin(): void {
		this.before = new Set(quotations().map(({ id }) => id));
		for (const id of this.before) if (!this.came.has(id)) this.mayBeLost.add(id);
	}

	private failed(known: Knowledge): void {
		if (this.isDurable) this.afterFailure = known;
		else this.inMemory = known;
	}

	private written(
		known: Knowledge | undefined,
		crash: Crash | undefined,
		handsOut: boolean,
		isOfSchedule: boolean,
	): void {
		const saves = handsOut && (crash === undefined || crash === 'static data only');
		const isSavedAnyway = crash === undefined && isOfSchedule === this.isDurable;
		this.inMemory = known;
		this.hasJustHandedOut = handsOut;
		if (saves || isSavedAnyway) this.inDatabase = known?.copy();
		if (saves || isSavedAnyway) this.afterFailure = undefined;
		if (crash) this.died();
	}

	private died(): void {
		this.inMemory = this.inDatabase?.copy();
		this.afterFailure = undefined;
	}
}

async function take(life: Life, step: Step): Promise<void> {
	const { poller, isDurable } = life;
	if (life.change(step)) return;
	switch (step.does) {
		case 'start':
			life.stop();
			if (!isDurable) return await life.poll('start', step.crash);
			return void (await poller.start());
		case 'publish':
			// With durable cursors nothing polls anew.
			if (isDurable) return poller.isActive ? life.choose(step.watches ?? life.watches) : undefined;
			life.choose(step.watches ?? life.watches);
			if (poller.isActive && step.which !== undefined) life.putBack(step.which);
			return await life.poll('activate');
		case 'stop':
			return life.stop();
	}
	if (!poller.isActive) return;
	switch (step.does) {
		case 'poll':
			return await life.poll('poll', step.crash);
		case 'fail':
			sandbox.switches.faults = [
				{ route: 'listQuotations', kind: 'status', status: 403, every: 1 },
			];
			await life.pollInVain(true);
			break;
		case 'empty': {
			const body = EMPTY[step.which % EMPTY.length];
			const answer = body === null ? { kind: 'noBody' } : { kind: 'failure200', body };
			sandbox.switches.faults = [{ route: 'listQuotations', every: 1, ...answer } as never];
			await life.pollInVain(false);
			break;
		}
		case 'gap': {
			const gap = { route: 'listQuotations', page: step.page + 1, kind: 'emptyPage' } as const;
			sandbox.switches.faults = Array.from({ length: step.times }, () => ({ ...gap }));
			await life.pollInDoubt();
			break;
		}
		case 'rows move': {
			let added: { number: string; id: string } | undefined;
			poller.asked = [];
			poller.before = async () => {
				if (poller.asked.length !== 2) return;
				const id = quoted({}, 0);
				added = quotations().find((one) => one.id === id);
			};
			await life.pollInDoubt(() => added);
			poller.before = async () => undefined;
		}
	}
	sandbox.switches.faults = [];
}

async function livesAsPromised(isDurable: boolean): Promise<void> {
	await fc.assert(
		fc.asyncProperty(
			anyService,
			fc.array(anyStep, { minLength: 5, maxLength: 30 }),
			fc.constantFrom(1, 3, 1000),
			fc.oneof(often(1, fc.integer({ min: 3, max: 12 })), often(1, fc.constant(24))),
			async (service, steps, maxRecords, count) => {
				await startOver({ quotations: count });
				const life = new Life(service, maxRecords, isDurable);
				await life.poll('activate');
				if (isDurable) await life.poll('poll');
				for (const step of steps) await take(life, step);
				if (!life.poller.isActive) await take(life, { does: 'start', crash: undefined });
				// One failure for an edit of all, and one more after a restart.
				for (let n = 0; n < 40 + steps.length; n++) {
					const before = life.poller.executions.length;
					await life.poll('poll');
					if (n > 4 && life.poller.executions.length === before) break;
				}
				if (service.idName === 'none') return;
				for (const { id } of quotations()) {
					const times = life.came.get(id) ?? 0;
					if (life.before.has(id) && !life.mayRepeat.has(id) && times > 0) {
						expect(`${id} was there before`).toBe('not told');
					}
					if (!life.mayRepeat.has(id)) expect(times).toBeLessThan(2);
					const isOwed = !life.before.has(id) && !life.mayBeLost.has(id);
					if (isOwed && !(service.ignorePage && service.pageCap)) expect(times).toBeGreaterThan(0);
				}
			},
		),
		runs(100),
	);
}

it('each record once, none from before the activation, none again for an answer that lacked it, changes by their names', async () => {
	await livesAsPromised(false);
});

it('the same with durable cursors', async () => {
	await livesAsPromised(true);
});
