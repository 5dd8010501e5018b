import { Refusal } from './answer.mts';
import { checkFaults, type Fault } from './faults.mts';

/** The forms of a page without rows. A number is the status with which a page after the last one is refused. */
export const EMPTY_PAGES = [
	...(['list', 'null', 'missing', 'noBody', 'message'] as const),
	...([400, 404, 410, 416, 422] as const),
] as const;

/** The first answers a correct login. The first three existed before the others were published. */
const LOGIN_ANSWERS = [
	...(['SUCCESS', 'FAILED', 'TWO_FACTOR', 'UNAUTHORIZED', 'BLOCKED', 'LOCKED'] as const),
	...(['DO_NOT_ATTEMPT', 'FORCE_REAUTHENTICATE', 'ERROR'] as const),
] as const;

const NO_YES = [false, true] as const;

/** Switches with a choice of values, of which the first is the start value. The README explains each. */
export const CHOICES = {
	only: [null, 'described', 'published'],
	wrongVerb: [null, 400, 401, 403, 404, 405],
	unknownIdStatus: [400, 403, 404],
	loginPaths: ['both', 'long', 'short'],
	patchPaths: ['both', 'long', 'short'],
	patchEffect: ['done', 'nothing', 'movedOn', 'elsewhere', 'more', 'rewritten', 'emptied'],
	personFilter: ['done', 'ignored'],
	patchAnswer: ['item', 'accepted'],
	historyLate: NO_YES,
	listShape: ['named', 'array', 'content', 'data', 'unforeseen'],
	lastMark: [null, 'none', 'last', 'hasMore', 'hasNextPage'],
	emptyPage: EMPTY_PAGES,
	ignorePage: NO_YES,
	wholeTotal: ['none', 'right', 'more', 'hasMore'],
	createAnswer: ['contact', 'id', 'empty'],
	contactFields: ['all', 'noEmails', 'noInfos', 'flat', 'noMoment', 'contactInfo'],
	sharedEmails: NO_YES,
	chunkedAnswers: NO_YES,
	sessionEnd: [401, 403, 400, 'redirect', 'failed200'],
	sessionHeader: ['either', 'raw', 'bearer'],
	sessionPrefix: ['', 'Bearer_'],
	loginAnswer: LOGIN_ANSWERS,
	loginKey: ['sessionKey', 'session_key'],
	errorShape: ['message', 'error', 'text'],
	wrongProfileStatus: [403, 404, 200],
	listShowsUrl: NO_YES,
	uniqueWebhookNames: NO_YES,
	pingWhileRegistering: [null, 'empty', 'named'],
	timestampUnit: ['s', 'ms'],
	eventIds: ['counted', 'hashed'],
	eventPayload: ['shown', 'family', 'sparse', 'none'],
	duplicateDeliveries: NO_YES,
	pdfAnswer: ['pdf', 'html', 'json', 'base64'],
} as const;

type Choices = { -readonly [K in keyof typeof CHOICES]: (typeof CHOICES)[K][number] };

/** What can be changed while the sandbox runs. */
export interface Switches extends Choices {
	pageCap: number | null;
	pageSizes: number[] | null;
	latencyMs: number;
	faults: Fault[];
	sessionCalls: number | null;
	duplicateAfterMs: number;
	patchLateReads: number;
	pdfBytes: number;
	artifactNames: string[];
}

type Check = (value: unknown) => string | undefined;

const count: Check = (value) =>
	Number.isInteger(value) && (value as number) >= 0 ? undefined : 'must be a whole number';
const positive: Check = (value) => (value === 0 ? 'must be at least 1' : count(value));
const isText: Check = (value) => (typeof value === 'string' ? undefined : 'must be a text');
const orNull =
	(check: Check): Check =>
	(value) =>
		value === null ? undefined : check(value);
const listOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) ? value.map(check).find((complaint) => complaint) : 'must be an array';

/** The other switches, with their start value and a check of new values. */
const OTHERS: { [K in Exclude<keyof Switches, keyof Choices>]: [Switches[K], Check] } = {
	pageCap: [null, orNull(positive)],
	pageSizes: [null, orNull(listOf(positive))],
	latencyMs: [0, count],
	faults: [[], checkFaults],
	sessionCalls: [null, orNull(count)],
	duplicateAfterMs: [0, count],
	patchLateReads: [0, count],
	pdfBytes: [20_000, count],
	artifactNames: [['offerte'], listOf(isText)],
};

const oneOf =
	(values: readonly unknown[]): Check =>
	(value) =>
		values.includes(value) ? undefined : `must be one of ${JSON.stringify(values)}`;

const TABLE = new Map<string, [start: unknown, check: Check]>([
	...Object.entries(CHOICES).map(([name, values]) => [name, [values[0], oneOf(values)]] as const),
	...Object.entries(OTHERS),
] as Array<[string, [unknown, Check]]>);

/** All switches as the sandbox starts, with some of them set otherwise. */
export function switchesWith(changes: Partial<Switches> = {}): Switches {
	const start = Object.fromEntries([...TABLE].map(([name, [value]]) => [name, value]));
	return structuredClone({ ...start, ...checkSwitches(changes) }) as unknown as Switches;
}

/** Refuses unknown names and values, so that a typing error cannot look like a setting. */
export function checkSwitches(changes: unknown): Partial<Switches> {
	if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) {
		throw new Refusal(400, 'Switches are an object');
	}
	for (const [name, value] of Object.entries(changes)) {
		const [, check] = TABLE.get(name) ?? [];
		const complaint = check ? check(value) : 'does not exist';
		if (complaint) throw new Refusal(400, `Switch ${name} ${complaint}`);
	}
	return changes;
}
