import { type Told, told, word } from '../examine/told.ts';
import type { Findings } from '../findings.mts';
import type { Switches } from '../../sandbox/switches.mts';
import { listSettings } from './lists.mts';
import { agreed, NEEDS_WRITE, NO_DATA, open, roughly, type Setting, settled } from './setting.mts';

export type Settings = Record<keyof Switches, Setting>;

/** What a run says of every switch of the sandbox. */
export function settingsOf(findings: Findings): Settings {
	const { quotation, webhooks, quickest, headers, wrongIds, deals } = findings;
	const write = open(NEEDS_WRITE);
	const event = open(told`${NEEDS_WRITE}, and an event`);
	return {
		...listSettings(findings),
		sharedEmails: open(word('what people entered; the probe compares no values of contacts')),
		growingAudience: open(word('a list that grows once need not grow again')),
		wholeTotal: deals?.announced ? settled(deals.announced) : open(NO_DATA),
		...signInSettings(findings),
		createAnswer: write,
		oddHistory: oddHistory(findings),
		latencyMs: quickest ? roughly(quickest.ms, quickest.words) : open(NO_DATA),
		slowNamesMs: open(word('single answers say little of how long they take')),
		faults: open(word('faults come and go; those that were met are listed')),
		chunkedAnswers: chunked(headers.chunked),
		errorShape: errorShape(findings),
		wrongProfileStatus: oneOf([403, 404], wrongIds.wrongProfile),
		listShowsUrl: shownAddresses(webhooks?.list?.addresses),
		secondSubscription: write,
		unknownSubscriptionStatus: write,
		pingWhileRegistering: write,
		timestampUnit: event,
		deliveryAttempts: event,
		duplicateDeliveries: event,
		duplicateAfterMs: event,
		...fileSettings(quotation?.file),
	};
}

function oneOf<T>(values: readonly T[], value: T | undefined): Setting {
	if (value === undefined) return open(NO_DATA);
	return values.includes(value)
		? settled(value)
		: open(word('in a way that the sandbox does not play'));
}

function oddHistory({ deals }: Findings): Setting {
	const { history } = deals ?? {};
	if (!history?.order) return open(NO_DATA);
	const { order, otherKinds } = history;
	if (order === 'oldest first' && !otherKinds) return settled(false);
	if (order === 'newest first' && otherKinds) return settled(true);
	return open(
		told`${order as Told}, with ${otherKinds ? word('other') : word('the two known')} kinds of entries`,
	);
}

function chunked(seen: Findings['headers']['chunked']): Setting {
	if (seen === undefined) return open(NO_DATA);
	return seen === 'some' ? open(word('some answers, not all')) : settled(seen === 'all');
}

/** A sign-in may be refused by something in front of the service, so only the others count. */
function errorShape({ wrongIds, signIn }: Findings): Setting {
	const refusals =
		wrongIds.refusals.length > 0 ? wrongIds.refusals : [signIn.without].flatMap((one) => one ?? []);
	const shapes = refusals.flatMap(({ shape }) => shape ?? []);
	return agreed(
		shapes.map((shape) => settled(shape)),
		word('errors have several shapes'),
	);
}

function shownAddresses(addresses: 'all' | 'some' | 'none' | undefined): Setting {
	if (addresses === undefined) return open(word('no webhook is registered'));
	return addresses === 'some'
		? open(word('of some webhooks, not of all'))
		: settled(addresses === 'all');
}

function fileSettings(file: NonNullable<Findings['quotation']>['file']) {
	const none = open(word('no quotation could be fetched as PDF'));
	if (!file) return { pdfBytes: none, pdfFileName: none, pdfAnswer: none };
	const isPdf = file.answer === 'pdf';
	const sized = isPdf && file.atLeastBytes !== undefined;
	return {
		pdfAnswer: file.answer ? settled(file.answer) : open(word('something else came')),
		pdfBytes: sized ? roughly(file.atLeastBytes, file.size) : open(isPdf ? file.size : NO_DATA),
		pdfFileName: !isPdf
			? open(NO_DATA)
			: file.named
				? roughly('quotation.pdf', file.name)
				: settled(null, file.name),
	};
}

function signInSettings({ scheme, signIn }: Findings) {
	const { login, header, end, endedEarly } = signIn;
	const isSession = scheme === 'serviceAccount';
	const other = open(word('told with --scheme service-account only'));
	const early = endedEarly
		? open(
				word(
					'a session ended during the run: after a time or so many calls, that cannot be told apart',
				),
			)
		: undefined;
	const life = login?.lifeMs;
	return {
		loginAnswer: isSession ? oneOf(['SUCCESS', 'FAILED', 'TWO_FACTOR'], login?.type) : other,
		loginKey: isSession ? oneOf(['sessionKey', 'session_key'], login?.key) : other,
		sessionHeader: isSession ? oneOf(['raw', 'bearer', 'either'], header) : other,
		sessionEnd: isSession ? oneOf<unknown>([401, 403, 400, 'redirect', 'failed200'], end) : other,
		sessionTtlMs: !isSession
			? other
			: (early ?? (life === undefined ? open(login?.life ?? NO_DATA) : roughly(life, login!.life))),
		sessionCalls: isSession ? (early ?? open(word('no session ended during the run'))) : other,
		singleSession: open(
			word('needs a second login, which may end the session of a running workflow'),
		),
		accessTokenTtlSeconds: open(word('needs OAuth2, which the probe does not use')),
	};
}

/** The switches that make the sandbox behave like the service, as far as that is told. */
export function likeness(settings: Settings): Partial<Switches> {
	const told = Object.entries(settings).flatMap(([name, setting]) =>
		setting.state === 'open' ? [] : [[name, setting.value] as const],
	);
	return Object.fromEntries(told);
}
