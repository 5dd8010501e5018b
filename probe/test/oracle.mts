import { isDeepStrictEqual } from 'node:util';

import { emptyPage } from '../../sandbox/routes/envelopes.mts';
import type { Switches } from '../../sandbox/switches.mts';
import type { Setting as Told } from '../conclude/setting.mts';
import type { Setting } from './stage.mts';

export interface Played {
	setting: Setting;
	/** As they were during the run. */
	switches: Switches;
}

/** What is wrong with what the report says of a switch: a false value, or "could not tell" without a reason. */
export function faultOf(name: keyof Switches, told: Told, played: Played): string | undefined {
	if (told.state === 'open') {
		const may = MAY_BE_OPEN[name];
		return may === true || (may && may(played)) || sessionEnded(played) ? undefined : 'not told';
	}
	const fits = (FITS[name] ?? isDeepStrictEqual) as Fits<unknown>;
	return fits(told.value, played.switches[name], played) ? undefined : 'told wrongly';
}

const totals = ({ setting: { world = {} } }: Played): number[] => [
	world.contacts ?? 60,
	world.quotations ?? 3,
];

type Fits<T> = (told: T, set: T, played: Played) => boolean;

/** What stands for a value of which a run can only tell the size or the kind. */
const FITS: { [K in keyof Switches]?: Fits<Switches[K]> } = {
	// Told as it is, where the switch leaves it to the envelope.
	total: (told, _, { switches }) =>
		told === (switches.listShape === 'array' ? 'none' : (switches.total ?? ownTotal(switches))),
	lastMark: (told, _, { switches }) =>
		told === (switches.listShape === 'array' ? 'none' : (switches.lastMark ?? ownMark(switches))),
	ignorePageSize: (told, set, { switches }) => told === (set ?? switches.ignorePage),
	// Forms that look alike in this envelope cannot be told apart.
	emptyPage: (told, set, { switches }) =>
		isDeepStrictEqual(behindLast(told, switches), behindLast(set, switches)),
	window: (told, set) => (told === null) === (set === null),
	pageSizes: (told, set) =>
		told === null && (set === null || [1, 50, 1000].every((n) => set.includes(n))),
	largestPageSize: (told, set) => told === null && (set === null || set >= 1000),
	// A thousand rows is as far as the probe looks.
	pageCap: (told, set) => (told === null ? set === null || set >= 1000 : told === set),
	// Their places are not told, only whether there are any.
	hiddenRows: (told, set, played) =>
		played.switches.growingAudience !== 'no' ||
		totals(played).some((total) => set.some((place) => place < total)) === told.length > 0,
	// The sandbox makes its smallest PDF of some 1,500 bytes.
	pdfBytes: (told, set) => {
		const bytes = Math.max(set, 1500);
		return told <= bytes && bytes < told * 10;
	},
	pdfFileName: (told, set) => (told === null) === (set === null),
	latencyMs: (told, set) => told >= set && (set > 0 || told < 2000),
};

/** Why a switch may be open: it shows only in a write, an event, time, or data that was not there. */
const MAY_BE_OPEN: Record<keyof Switches, true | ((played: Played) => boolean)> = {
	listShape: (played) => !shape(played),
	total: (played) => !shape(played) || resting(played).length < 2 || !totalShows(played),
	lastMark: (played) => !shape(played),
	emptyPage: (played) => !endShows(played),
	window: (played) => !endShows(played),
	// A size that is refused is one of several that may be.
	pageSizes: (played) => sizesMatter(played) || !shape(played),
	largestPageSize: (played) => sizesMatter(played) || !shape(played),
	pageSizeRefusal: true,
	ignorePageSize: (played) =>
		sizesMatter(played) || !several(played) || played.switches.hiddenRows.includes(0),
	idName: (played) => !several(played),
	volatileField: (played) => !several(played) || played.switches.idName === 'none',
	wholeTotal: () => false,
	ignorePage: (played) =>
		unsteady(played) || resting(played).every((total) => visible(played, total, 0) === 0),
	pageCap: (played) => sizesMatter(played) || unsteady(played) || !capShows(played),
	hiddenRows: (played) => sizesMatter(played) || unsteady(played) || !hidingShows(played),
	contactFields: (played) => visible(played, totals(played)[0]!, 0) === 0,
	// A matter of what people enter, or of what happens next.
	sharedEmails: true,
	growingAudience: true,
	oddHistory: ({ setting }) => setting.world?.deals === 0,
	chunkedAnswers: () => false,
	errorShape: () => false,
	wrongProfileStatus: () => false,
	listShowsUrl: ({ setting }) => !setting.webhooks,
	pdfAnswer: noQuotation,
	pdfFileName: (played) => noQuotation(played) || played.switches.pdfAnswer !== 'pdf',
	pdfBytes: (played) =>
		noQuotation(played) || played.switches.pdfAnswer !== 'pdf' || played.switches.chunkedAnswers,
	latencyMs: () => false,
	loginKey: notBySession,
	loginAnswer: notBySession,
	sessionHeader: notBySession,
	sessionEnd: notBySession,
	// Sessions of the sandbox say nothing of their life, and a run is too short to see their end.
	sessionTtlMs: true,
	sessionCalls: true,
	// A second login would end the session of whoever else uses the account.
	singleSession: true,
	accessTokenTtlSeconds: true,
	slowNamesMs: true,
	faults: true,
	createAnswer: true,
	secondSubscription: true,
	unknownSubscriptionStatus: true,
	pingWhileRegistering: true,
	timestampUnit: true,
	deliveryAttempts: true,
	duplicateDeliveries: true,
	duplicateAfterMs: true,
};

function notBySession({ setting }: Played): boolean {
	return setting.scheme !== 'serviceAccount';
}

const ownTotal = ({ listShape }: Switches) =>
	['content', 'data', 'hal'].includes(listShape) ? 'all' : 'none';
const ownMark = ({ listShape }: Switches) => (listShape === 'content' ? 'last' : 'none');

function behindLast(form: Switches['emptyPage'], switches: Switches): unknown {
	const page = { rows: [], number: 9, size: 1, total: 3, isLast: true };
	try {
		const answer = emptyPage(page, ['rows', 'rijen'], { ...switches, emptyPage: form }, true);
		return JSON.parse(JSON.stringify(answer));
	} catch (refusal) {
		return (refusal as { status: number }).status;
	}
}

/** Whether the probe's ordinary page, of fifty rows, is given at all. */
function isGiven({ switches }: Played): boolean {
	const { pageSizes, largestPageSize, window } = switches;
	const size = sizeOf(switches);
	return (
		(pageSizes?.includes(50) ?? true) &&
		(largestPageSize ?? 50) >= 50 &&
		(window === null || size === Infinity || window >= size)
	);
}

/** Of a page that was asked for fifty rows. */
function sizeOf({ ignorePage, ignorePageSize, pageCap }: Switches): number {
	const everything = ignorePage && (ignorePageSize ?? true);
	return Math.min(everything ? Infinity : 50, pageCap ?? Infinity);
}

/** A list shows its envelope: with rows, or empty in full. */
const shape = (played: Played): boolean =>
	isGiven(played) &&
	(['list'].includes(played.switches.emptyPage as string) ||
		typeof played.switches.emptyPage === 'number' ||
		totals(played).some((total) => visible(played, total, 0) > 0));

const several = (played: Played): boolean =>
	resting(played).some((total) => visible(played, total, 0) > 1);

/** Other sizes than fifty may not be given, or do not count: then little can be told by them. */
function sizesMatter({ switches }: Played): boolean {
	const { pageSizes, largestPageSize, window, ignorePageSize } = switches;
	const limits = [pageSizes, largestPageSize, window, ignorePageSize];
	return limits.some((limit) => limit !== null);
}

/** The same rows cannot be known again. */
const unsteady = ({ switches }: Played): boolean =>
	switches.idName === 'none' && switches.volatileField;

const totalShows = (played: Played): boolean =>
	!sizesMatter(played) &&
	!unsteady(played) &&
	played.switches.hiddenRows.length === 0 &&
	totals(played).every((total) => visible(played, total, 0) > 0) &&
	!played.switches.ignorePage &&
	played.switches.pageCap !== null &&
	totals(played).every((total) => total > played.switches.pageCap!);

/** A page behind the last came, and no refusal could be about anything else. */
const endShows = (played: Played): boolean =>
	!played.switches.ignorePage &&
	!sizesMatter(played) &&
	!unsteady(played) &&
	typeof played.switches.emptyPage !== 'number' &&
	several(played);

function noQuotation(played: Played): boolean {
	const [, quotations] = totals(played);
	return visible(played, quotations!, 0) === 0 || played.switches.idName === 'none';
}

/** The session ended, in a way that says nothing of the sign-in: then nothing was answered any more. */
function sessionEnded({ setting, switches }: Played): boolean {
	return setting.scheme === 'serviceAccount' && switches.sessionCalls !== null;
}

/** Rows that a page of fifty shows. */
function visible(played: Played, total: number, page: number): number {
	const { switches } = played;
	if (!isGiven(played)) return 0;
	const { ignorePage, hiddenRows } = switches;
	const size = sizeOf(switches);
	const start = ignorePage || page === 0 ? 0 : page * size;
	const end = Math.min(total, start + size);
	const hidden = hiddenRows.filter((place) => place >= start && place < end).length;
	return Math.max(0, end - start) - hidden;
}

/** Lists that nobody adds to while they are looked at. */
const resting = (played: Played): number[] =>
	totals(played).slice(played.switches.growingAudience === 'no' ? 0 : 1);

const announcesTotal = (switches: Switches) =>
	switches.listShape !== 'array' && (switches.total ?? ownTotal(switches)) === 'all';

/** A list longer than the cap shows it; hidden rows may blur it, and an ignored page unless a total is told. */
function capShows(played: Played): boolean {
	const { pageCap, ignorePage, hiddenRows } = played.switches;
	return resting(played).some((total) => {
		if (visible(played, total, 0) === 0) return false;
		if (ignorePage) return pageCap !== null && pageCap < total && announcesTotal(played.switches);
		if (hiddenRows.some((place) => place < total)) return false;
		return total >= 1000 ? true : pageCap !== null && pageCap < total;
	});
}

/** Told by a page that is short though another follows, or by a total of a list that came whole. */
function hidingShows(played: Played): boolean {
	const { pageCap, ignorePage, hiddenRows, growingAudience } = played.switches;
	if (ignorePage || pageCap !== null) return false;
	const byTotal = (total: number) =>
		announcesTotal(played.switches) &&
		total <= 1000 &&
		visible(played, total, 0) > 0 &&
		total > visible(played, total, 0);
	const byPages = (total: number) =>
		total <= 1000 && hiddenRows.some((place) => place < 50) && visible(played, total, 1) > 0;
	const hides = (total: number) => hiddenRows.some((place) => place < total);
	// One list that hides rows is enough; that none does takes both.
	if (!totals(played).some(hides)) {
		return growingAudience === 'no' && totals(played).every(byTotal);
	}
	return resting(played).some((total) => hides(total) && (byTotal(total) || byPages(total)));
}
