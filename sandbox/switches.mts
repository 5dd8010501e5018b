import type { Fault } from './faults.mts';
import { checkFaults } from './faults.mts';
import { Refusal, type ErrorShape } from './answer.mts';

/** The forms of a page without rows; a number is the status that a page behind the last is refused with. */
export const EMPTY_PAGES = [
	'list',
	'null',
	'missing',
	'object',
	'noBody',
	'message',
	'totalOnly',
	'halWithoutEmbedded',
	400,
	404,
	410,
	416,
	422,
] as const;

/** What can be changed while the sandbox runs. The README's table explains each. */
export interface Switches {
	listShape: 'array' | 'named' | 'content' | 'data' | 'hal' | 'unforeseen' | 'keyed';
	total: null | 'none' | 'all' | 'page' | 'pages' | 'money';
	lastMark: null | 'none' | 'last' | 'hasMore' | 'hasNextPage' | 'asked';
	emptyPage: (typeof EMPTY_PAGES)[number];
	pageCap: number | null;
	pageSizes: number[] | null;
	largestPageSize: number | null;
	pageSizeRefusal: 400 | 422;
	window: number | null;
	ignorePage: boolean;
	ignorePageSize: boolean | null;
	hiddenRows: number[];
	idName: 'id' | '_id' | 'uuid' | 'contactId' | 'none';
	volatileField: boolean;
	wholeTotal: 'none' | 'right' | 'more' | 'hasMore';
	createAnswer: 'contact' | 'id' | 'empty';
	contactFields: 'all' | 'noEmails' | 'noInfos' | 'flat' | 'noMoment';
	sharedEmails: boolean;
	growingAudience: 'no' | 'front' | 'end' | 'shrinks';
	oddHistory: boolean;
	latencyMs: number;
	slowNamesMs: number;
	faults: Fault[];
	chunkedAnswers: boolean;
	sessionTtlMs: number | null;
	sessionCalls: number | null;
	singleSession: boolean;
	sessionEnd: 401 | 403 | 400 | 'redirect' | 'failed200';
	sessionHeader: 'raw' | 'bearer' | 'either';
	loginAnswer: 'SUCCESS' | 'FAILED' | 'TWO_FACTOR';
	loginKey: 'sessionKey' | 'session_key';
	accessTokenTtlSeconds: number;
	errorShape: ErrorShape;
	wrongProfileStatus: 403 | 404;
	listShowsUrl: boolean;
	secondSubscription: 'added' | 'updates' | 'replaces' | 'refused';
	unknownSubscriptionStatus: 404 | 410 | 400 | 403 | 500;
	pingWhileRegistering: null | 'empty' | 'named';
	timestampUnit: 'ms' | 's';
	deliveryAttempts: number;
	duplicateDeliveries: boolean;
	duplicateAfterMs: number;
	pdfBytes: number;
	pdfFileName: string | null;
	pdfAnswer: 'pdf' | 'html' | 'json';
}

type Check = (value: unknown) => string | undefined;

const oneOf =
	(...values: unknown[]): Check =>
	(value) =>
		values.includes(value) ? undefined : `must be one of ${JSON.stringify(values)}`;
const yesNo = oneOf(true, false);
const count: Check = (value) =>
	Number.isInteger(value) && (value as number) >= 0 ? undefined : 'must be a whole number';
const positive: Check = (value) => (value === 0 ? 'must be at least 1' : count(value));
const text: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');
const orNull =
	(check: Check): Check =>
	(value) =>
		value === null ? undefined : check(value);
const listOf =
	(check: Check): Check =>
	(value) =>
		Array.isArray(value) ? value.map(check).find((complaint) => complaint) : 'must be an array';

/** Each switch with the value it starts with and what it may be set to. */
const TABLE: { [K in keyof Switches]: [Switches[K], Check] } = {
	listShape: ['named', oneOf('array', 'named', 'content', 'data', 'hal', 'unforeseen', 'keyed')],
	total: [null, oneOf(null, 'none', 'all', 'page', 'pages', 'money')],
	lastMark: [null, oneOf(null, 'none', 'last', 'hasMore', 'hasNextPage', 'asked')],
	emptyPage: ['list', oneOf(...EMPTY_PAGES)],
	pageCap: [null, orNull(positive)],
	pageSizes: [null, orNull(listOf(positive))],
	largestPageSize: [null, orNull(positive)],
	pageSizeRefusal: [400, oneOf(400, 422)],
	window: [null, orNull(positive)],
	ignorePage: [false, yesNo],
	ignorePageSize: [null, orNull(yesNo)],
	hiddenRows: [[], listOf(count)],
	idName: ['id', oneOf('id', '_id', 'uuid', 'contactId', 'none')],
	volatileField: [false, yesNo],
	wholeTotal: ['none', oneOf('none', 'right', 'more', 'hasMore')],
	createAnswer: ['contact', oneOf('contact', 'id', 'empty')],
	contactFields: ['all', oneOf('all', 'noEmails', 'noInfos', 'flat', 'noMoment')],
	sharedEmails: [false, yesNo],
	growingAudience: ['no', oneOf('no', 'front', 'end', 'shrinks')],
	oddHistory: [false, yesNo],
	latencyMs: [0, count],
	slowNamesMs: [0, count],
	faults: [[], checkFaults],
	chunkedAnswers: [false, yesNo],
	sessionTtlMs: [null, orNull(count)],
	sessionCalls: [null, orNull(count)],
	singleSession: [false, yesNo],
	sessionEnd: [401, oneOf(401, 403, 400, 'redirect', 'failed200')],
	sessionHeader: ['either', oneOf('raw', 'bearer', 'either')],
	loginAnswer: ['SUCCESS', oneOf('SUCCESS', 'FAILED', 'TWO_FACTOR')],
	loginKey: ['sessionKey', oneOf('sessionKey', 'session_key')],
	accessTokenTtlSeconds: [300, positive],
	errorShape: ['message', oneOf('message', 'error', 'text')],
	wrongProfileStatus: [403, oneOf(403, 404)],
	listShowsUrl: [false, yesNo],
	secondSubscription: ['added', oneOf('added', 'updates', 'replaces', 'refused')],
	unknownSubscriptionStatus: [404, oneOf(404, 410, 400, 403, 500)],
	pingWhileRegistering: [null, oneOf(null, 'empty', 'named')],
	timestampUnit: ['ms', oneOf('ms', 's')],
	deliveryAttempts: [1, positive],
	duplicateDeliveries: [false, yesNo],
	duplicateAfterMs: [0, count],
	pdfBytes: [20_000, count],
	pdfFileName: [null, orNull(text)],
	pdfAnswer: ['pdf', oneOf('pdf', 'html', 'json')],
};

/** All switches as the sandbox starts, with some of them set otherwise. */
export function switchesWith(changes: Partial<Switches> = {}): Switches {
	const start = Object.fromEntries(Object.entries(TABLE).map(([name, [value]]) => [name, value]));
	return structuredClone({ ...start, ...checkSwitches(changes) }) as unknown as Switches;
}

/** Refuses names and values that do not exist, so that a typing error cannot pass for a setting. */
export function checkSwitches(changes: unknown): Partial<Switches> {
	if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) {
		throw new Refusal(400, 'Switches are an object');
	}
	for (const [name, value] of Object.entries(changes)) {
		if (!Object.hasOwn(TABLE, name)) throw new Refusal(400, `There is no switch ${name}`);
		const complaint = TABLE[name as keyof Switches][1](value);
		if (complaint) throw new Refusal(400, `Switch ${name} ${complaint}`);
	}
	return changes;
}
