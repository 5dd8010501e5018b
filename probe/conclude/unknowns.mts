import { figure, joined, status, type Told, told, word } from '../examine/told.ts';
import type { Findings } from '../findings.mts';
import {
	type Answer,
	bothWays,
	bySetting,
	fieldsToldBelow,
	ifOne,
	ifSeen,
	listed,
	needsWrite,
	noData,
	settles,
} from './answer.mts';
import type { Setting } from './setting.mts';
import type { Settings } from './switches.mts';

type Answering = (findings: Findings, settings: Settings) => Answer;

const WRITE = needsWrite(word('only a new contact or webhook would show it'));
const EVENT = needsWrite(word('only a webhook and an event would show it'));
const NO_AUDIENCE = word('no contact was seen: give --audience, of one with contacts');
const NO_QUOTATION = word('no quotation was seen');
const NO_HISTORY = word('no history entry was seen: give --profile, of one with deals');
const NOT_GIVEN = word('told with --scheme service-account only');

/** Each row of docs/unknowns.md by its first cell, in its order. */
export const ROWS: Record<string, Answering> = {
	// Contacts
	'Fields of a listed contact': ({ lists }) => fields(lists.contacts?.fields, NO_AUDIENCE),
	'Required fields of a new contact': () => WRITE,
	'Allowed values of `contact_type`': ({ lists }) =>
		lists.contacts?.fields.some(({ path }) => (path as string).endsWith('contact_type'))
			? noData(word('the list has the field; which values are allowed only a write would show'))
			: noData(NO_AUDIENCE),
	'Answer to the list of contacts': ({ lists }) => envelope(lists.contacts?.envelope, NO_AUDIENCE),
	'Answer to creating a contact': () => WRITE,

	// Quotations
	'Fields of a quotation': ({ lists }) => fields(lists.quotations?.fields, NO_QUOTATION),
	'Answer to the list of quotations, and the shape of a page': ({ lists }) =>
		envelope(lists.quotations?.envelope, NO_QUOTATION),
	'Answer to a quotation as JSON': ({ quotation }) =>
		ifSeen(
			quotation?.info,
			(info) => (info === 'list' ? word('a list') : word('an object')),
			NO_QUOTATION,
		),
	'Answer to a quotation as PDF': ({ quotation }) =>
		ifSeen(
			quotation?.file,
			({ answer, type, size, name }) =>
				told`${answer ? (answer as Told) : word('unknown bytes')} as ${type}, ${size}, ${name}`,
			NO_QUOTATION,
		),

	// Lists in pages
	'Whether a total is announced, and of what': (_, { total }) => bySetting(total),
	'Whether the last page is marked': (_, { lastMark }) => bySetting(lastMark),
	'How a page without rows is answered': (_, { emptyPage }) =>
		typeof valueOf(emptyPage) === 'number'
			? noData(word('pages behind the last are refused, and no other was empty'))
			: byWord(emptyPage, EMPTY[String(valueOf(emptyPage))]),
	'Whether pages behind the last are refused': (_, { emptyPage }) => {
		const form = valueOf(emptyPage);
		return bySetting(
			emptyPage,
			typeof form === 'number'
				? told`they are, with ${status(form)}`
				: word('they are not: they have no rows'),
		);
	},
	'Whether every page can be asked for': (_, { window }) => bySetting(window),
	'Largest `per_page`': (_, { pageCap }) => bySetting(pageCap),
	'Which `per_page` are refused': (_, { pageSizes, largestPageSize }) =>
		bySetting(valueOf(largestPageSize) === undefined ? largestPageSize : pageSizes),
	'Whether `page` and `per_page` count at all': (_, { ignorePage, ignorePageSize }) => {
		const [page, size] = [valueOf(ignorePage), valueOf(ignorePageSize)];
		if (page === undefined) return bySetting(ignorePage);
		const pages = page ? word('`page` is ignored') : word('`page` counts');
		return settles(
			size === undefined
				? pages
				: told`${pages}, ${size ? word('`per_page` is ignored') : word('`per_page` counts')}`,
		);
	},
	'Whether pages come short before the last': (_, { hiddenRows }) => bySetting(hiddenRows),
	"Name of a row's id": (_, { idName }) =>
		byWord(idName, valueOf(idName) === 'none' ? word('rows have no id') : word('')),
	'Fields that differ in each answer': (_, { volatileField }) =>
		byWord(volatileField, valueOf(volatileField) ? word('there are') : word('none')),

	// History, statuses and users
	'Types of history entries beyond the two': ({ deals }) => {
		const { history } = deals ?? {};
		if (!history) return noData(NO_HISTORY);
		return history.otherKinds
			? settles(told`there are: ${joined(history.kinds)}`)
			: noData(word('no other was seen'));
	},
	'What an empty metaData means': ({ deals }) => {
		const { history } = deals ?? {};
		if (!history) return noData(NO_HISTORY);
		const { emptyMetaData, emptyOf } = history;
		return noData(
			emptyOf.length === 0
				? word('none is empty')
				: told`empty in ${emptyMetaData} entries, of the kinds ${joined(emptyOf)}: what it means only people can say`,
		);
	},
	'Allowed values of `status_category`': ({ deals }) => {
		if (deals?.categories === undefined) return noData(word('no status was seen: give --profile'));
		return deals.categories
			? settles(word('other values than null are in use'))
			: noData(word('null everywhere'));
	},
	'Other transitions; lifecycles of contacts and quotations': () =>
		noData(word('one look shows no transitions')),
	'Lifecycle of subscriptions': () => WRITE,
	'Whether history, statuses and users come whole': (_, { wholeTotal }) =>
		byWord(wholeTotal, WHOLE[String(valueOf(wholeTotal))]),
	'Whether a sign-in that may read the history may read statuses and users': ({ deals }) => {
		if (!deals?.emptyBody.history) return noData(NO_HISTORY);
		const { statuses, users } = deals.emptyBody;
		return statuses && users
			? settles(word('it reads both'))
			: bothWays(word('it reads the history, but not both of them'));
	},
	'Request bodies of history, statuses and users': ({ deals }) => {
		if (!deals) return noData(word('not asked: give --profile'));
		const taken = Object.values(deals.emptyBody).filter(Boolean).length;
		if (taken === 3) return settles(word('an empty object is taken by all three'));
		return taken > 0
			? bothWays(word('an empty object is taken by some of the three'))
			: settles(word('an empty object is refused by all three'));
	},

	// Webhooks and events
	'Allowed values of `method`': () => WRITE,
	'Allowed values of `events`; other event names': () => WRITE,
	'Shape of the elements of `actions`': ({ webhooks }) => {
		const { list } = webhooks ?? {};
		return list?.addresses === undefined
			? noData(word('no webhook is registered'))
			: settles(list.actions);
	},
	'Unit of the timestamp of an event': () => EVENT,
	'Delivery guarantees': () => EVENT,
	'Repetitions of a delivery': () => EVENT,
	'Signing of calls': () => EVENT,
	'The response a receiver must give': () => EVENT,

	// Signing in
	'Which scheme each endpoint accepts': ({ scheme, routes }) => {
		const by = scheme === 'apiToken' ? word('an API token') : word('a session');
		const untaken = routes.filter(({ fates }) => !(fates as string[]).includes('taken'));
		return untaken.length === 0
			? settles(told`${by} is taken by every route that was asked`)
			: bothWays(
					told`${by} is taken, but not by ${joined(untaken.map(({ operation, fates }) => told`${operation} (${joined(fates)})`))}`,
				);
	},
	'OAuth 2.0 scopes': () => noData(word('needs OAuth2, which the probe does not use')),
	'Lifetime of API tokens': () => noData(word('a token says nothing of its life')),
	'Which validity of a session applies': (_, { sessionTtlMs }) => bySetting(sessionTtlMs),
	'How the end of a session is told': ({ signIn }) =>
		ifSeen(
			signIn.madeUp,
			({ fate, form }) => told`a session that never was: ${fate}, ${form}`,
			NOT_GIVEN,
		),

	// Errors and limits
	'Shape of an error': ({ wrongIds }) =>
		ifOne(
			wrongIds.refusals.flatMap(({ form, fields: inside, fate }) =>
				(fate as string) === 'taken'
					? []
					: told`${form}${inside.length > 0 ? told` with ${joined(topNames(inside))}` : word('')}`,
			),
			word('nothing was refused'),
		),
	'Statuses of errors': ({ wrongIds }) =>
		wrongIds.refusals.length === 0
			? noData(word('nothing was refused'))
			: settles(
					joined(
						wrongIds.refusals.map(({ asked, fate }) => told`${asked}: ${fate}`),
						'; ',
					),
				),
	'Codes of errors': ({ wrongIds }) => {
		const inside = wrongIds.refusals.flatMap((refusal) => refusal.fields);
		const codes = inside.filter(({ path }) => /(^|\.)(error_?)?code$/i.test(path));
		return inside.length === 0
			? noData(word('no error holds fields'))
			: settles(
					codes.length > 0
						? told`there are codes: ${joined([...new Set(codes.map(({ path, forms }) => told`${path} (${joined(forms)})`))])}`
						: word('errors hold no code'),
				);
	},
	'Limits of the rate': ({ passing, headers }) => {
		const limits = headers.seen.filter((name) => /rate|retry/.test(name));
		if (passing.includes(429))
			return settles(
				told`429 was met; Retry-After: ${listed(headers.retryAfter, word('not there'))}`,
			);
		return limits.length > 0
			? settles(told`none was met; there are the headers ${joined(limits)}`)
			: noData(word('none was met, and no header speaks of one'));
	},
	'Future versions and deprecation': ({ headers }) => {
		const said = headers.seen.filter((name) => /deprecation|sunset/.test(name));
		return said.length > 0
			? settles(told`there are the headers ${joined(said)}`)
			: noData(word('no header speaks of it'));
	},

	// Left open without a word
	'Whether the session is sent with `Bearer` before it': ({ signIn: { header }, scheme }) =>
		scheme === 'apiToken'
			? noData(NOT_GIVEN)
			: ifSeen(
					header,
					(form) =>
						form === 'either'
							? word('both forms are taken')
							: form === 'raw'
								? word('only without')
								: word('only with'),
					word('neither form was taken'),
				),
	'Which of two login paths, and which name the session has in the answer': ({
		signIn: { login, loginPath },
	}) => ifSeen(login?.key, (key) => told`${loginPath!} works; ${key as string as Told}`, NOT_GIVEN),
	'Whether the list of webhooks shows addresses': ({ webhooks }) => {
		const { addresses } = webhooks?.list ?? {};
		if (addresses === 'some') return bothWays(word('of some, not of all'));
		return ifSeen(
			addresses,
			(all) => (all === 'all' ? word('it does') : word('it does not')),
			word('no webhook is registered'),
		);
	},
	'Where the id goes when unsubscribing': () => WRITE,
	'Whether the list of webhooks wants the profile of a token that is pinned to one': ({
		webhooks,
		scheme,
	}) =>
		ifSeen(
			webhooks?.needsProfile,
			(needs) => (needs ? word('it does') : word('it does not')),
			scheme === 'apiToken'
				? word('the list was not to be had')
				: word('told with an API token only'),
		),
	'What is answered when there is nothing to unsubscribe': () => WRITE,
	'Whether the service calls an address before it registers it': () => WRITE,
	'Whether an address may have two webhooks': () => WRITE,
};

const valueOf = (setting: Setting): unknown =>
	setting.state === 'open' ? undefined : setting.value;

/** The word that is the value itself, being one of the sandbox's own, unless there is a better one. */
const byWord = (setting: Setting, words: Told | undefined): Answer =>
	bySetting(setting, words || (String(valueOf(setting)) as Told));

const EMPTY: Record<string, Told> = {
	list: word('by an empty list'),
	null: word('by null in place of the list'),
	missing: word('without the list'),
	object: word('by an empty object'),
	noBody: word('without a body'),
	message: word('in words'),
	totalOnly: word('by a total alone'),
	halWithoutEmbedded: word('as HAL without _embedded'),
};

const WHOLE: Record<string, Told> = {
	none: word('nothing speaks of more'),
	right: word('they announce as many as they hold'),
	more: word('they announce more than they hold'),
	hasMore: word('they say that there is more'),
};

function fields(found: Array<{ path: Told }> | undefined, otherwise: Told): Answer {
	if (!found || found.length === 0) return noData(otherwise);
	const top = found.filter(({ path }) => !/[.[]/.test(path)).length;
	return settles(fieldsToldBelow(figure(top), word('their types and forms')));
}

function envelope(found: { where: Told; beside: Told[] } | undefined, otherwise: Told): Answer {
	return ifSeen(
		found,
		({ where, beside }) =>
			beside.length > 0
				? told`the rows are in ${where}; beside them ${joined(beside)}`
				: told`the rows are in ${where}`,
		otherwise,
	);
}

const topNames = (inside: Array<{ path: Told }>): Told[] =>
	inside.map(({ path }) => path).filter((path) => !/[.[]/.test(path));

/** The answers to all rows. */
export const answersTo = (
	findings: Findings,
	settings: Settings,
): Array<{ row: string } & Answer> =>
	Object.entries(ROWS).map(([row, answer]) => ({ row, ...answer(findings, settings) }));
