import { randomBytes, randomUUID } from 'node:crypto';

import { dataOf, fateOf, parsed } from '../live/account.mts';
import { noData, type Question, settled } from '../report.mts';
import { fieldWords } from '../spec/envelope.mts';
import { distinct, isObject, type Json } from '../spec/schema.mts';
import type { Specification } from '../spec/specification.mts';
import { figure, joined, type Told, told, word } from '../told.mts';

/** Signing in, errors and limits. */

const BY_SESSION = noData(word('told with --scheme service-account only'));
const BY_TOKEN = noData(word('told with an API token only'));
const NO_OAUTH = word('needs OAuth2, which the probe does not use');

const matched = (specification: Specification) =>
	specification.pairs.flatMap(({ name, theirs }) => (theirs && !/^login/.test(name) ? theirs : []));

const schemesIn = ({ root }: Specification): Json[] => {
	const { securitySchemes } = isObject(root.components) ? root.components : {};
	return Object.values(isObject(securitySchemes) ? securitySchemes : {}).filter(isObject);
};

/** What several routes say alike, with the routes. */
function grouped(said: Array<{ title: string; words: string }>): string | undefined {
	const all = distinct(said.map(({ words }) => words));
	if (all.length < 2) return all.length === 1 ? `${all[0]} everywhere` : undefined;
	const titles = (words: string) => said.flatMap((one) => (one.words === words ? one.title : []));
	return all.map((words) => `${words}: ${titles(words).join(', ')}`).join('; ');
}

const isSession = ({ name }: { name?: unknown }) => /^x-authorization$/i.test(String(name));

export const SIGNING_IN: Question[] = [
	{
		row: 'Which scheme, and which header, each endpoint takes',
		spec: (specification) =>
			grouped(
				matched(specification).flatMap(({ title, schemes }) =>
					schemes ? { title, words: schemes.join(' or ') } : [],
				),
			),
		live(account) {
			const by = account.isSession ? word('a session') : word('an API token');
			const untaken = [...account.fates].filter(([, fates]) => !fates.has(word('taken')));
			if (untaken.length === 0) return settled(told`${by} is taken wherever it was sent`);
			const routes = untaken.map(([name, fates]) => told`${name as Told} (${joined([...fates])})`);
			return settled(told`${by} is taken, but not by ${joined(routes)}`);
		},
	},
	{
		row: 'Whether the session is sent with `Bearer` before it',
		spec(specification) {
			const headers = matched(specification).flatMap(({ parameters }) => parameters);
			const said = [
				...schemesIn(specification)
					.filter(isSession)
					.map(({ description }) => String(description ?? '')),
				...headers.filter(isSession).map(({ shape }) => shape.description),
			];
			return said.find((words) => /bearer/i.test(words))?.trim();
		},
		live({ header, isSession: bySession }) {
			if (!bySession) return BY_SESSION;
			if (!header) return noData(word('neither form was taken'));
			const forms = { either: word('either way'), raw: word('without'), bearer: word('with it') };
			return settled(forms[header], { sessionHeader: header });
		},
	},
	{
		row: 'Which of two login paths, and which name the session has in the answer',
		spec(specification) {
			const names = ['login', 'loginAtAuthenticationService'];
			const routes = names.flatMap((name) => specification.route(name)?.path ?? []);
			const answers = names.flatMap((name) => [
				...(specification.answer(name)?.fields.keys() ?? []),
			]);
			const keys = distinct(answers.filter((name) => /^session_?key$/i.test(name)));
			if (routes.length === 0) return undefined;
			const words = `${routes.join(' or ')}; ${keys.join(' or ') || 'no name is said'}`;
			return settled(words, keys.length === 1 ? { loginKey: keys[0] } : undefined);
		},
		live: ({ login }) =>
			login
				? settled(told`${login.path}; ${login.key as string as Told}`, { loginKey: login.key })
				: BY_SESSION,
	},
	{
		row: 'What `should_check_two_factor` means beside SUCCESS',
		hidden: word('an account with two-factor authentication would show it'),
	},
	{
		row: 'Whether the profile of a token may be left out',
		spec: (specification) =>
			grouped(
				matched(specification).flatMap(({ title, inputs }) =>
					inputs
						.filter(({ name, in: where }) => /profile/i.test(name) && where !== 'path')
						.map(({ name, required }) => ({
							title,
							words: `${name} is ${required ? 'required' : 'optional'}`,
						})),
				),
			),
		async live(account) {
			if (account.isSession) return BY_TOKEN;
			const asked = await account.askWrongly('listQuotations', {
				query: { page: 0, per_page: 50 },
			});
			const taken = dataOf(asked) !== undefined;
			return settled(
				taken ? word('in the list of quotations') : word('not in the list of quotations'),
			);
		},
	},
	{
		row: 'Whether the list of webhooks wants the profile of a token that is pinned to one',
		spec(specification) {
			const inputs = specification.route('listSubscriptions')?.inputs ?? [];
			const profile = inputs.find(({ name }) => /profile/i.test(name));
			return profile && (profile.required ? 'it does' : 'it does not');
		},
		async live(account) {
			if (account.isSession) return BY_TOKEN;
			const taken = dataOf(await account.askWrongly('listSubscriptions', {})) !== undefined;
			return settled(taken ? word('it does not') : word('it is refused without'));
		},
	},
	{
		row: 'How an OAuth2 access token is sent',
		hidden: NO_OAUTH,
		spec: (specification) =>
			schemesIn(specification).some(({ type }) => type === 'oauth2' || type === 'openIdConnect')
				? 'as OAuth2 schemes are: Authorization: Bearer'
				: undefined,
	},
	{
		row: 'OAuth 2.0 scopes',
		hidden: NO_OAUTH,
		spec(specification) {
			const flows = schemesIn(specification).flatMap(
				(scheme) => Object.values(scheme.flows ?? {}) as Json[],
			);
			const scopes = flows.flatMap((flow) => Object.keys(flow.scopes ?? {}));
			return flows.length > 0 ? distinct(scopes).join(', ') || 'none' : undefined;
		},
	},
	{ row: 'Lifetime of API tokens', hidden: word('a token says nothing of its life') },
	{
		row: 'Which validity of a session applies',
		live({ login }) {
			if (!login) return BY_SESSION;
			const claims = String(login.answer[login.key]).split('.')[1] ?? '';
			const { iat, exp } = Object(parsed(Buffer.from(claims, 'base64url').toString())) as Json;
			const hours = (Number(exp) - Number(iat)) / (Number(exp) > 1e12 ? 3_600_000 : 3600);
			if (!(hours > 0)) return noData(word('the session does not say how long it lasts'));
			return settled(told`${figure(Math.round(hours * 10) / 10)} hours`);
		},
	},
	{
		row: 'How the end of a session is told',
		async live(account) {
			if (!account.isSession) return BY_SESSION;
			const part = () => randomBytes(18).toString('base64url');
			const reply = await account.askAs(`${part()}.${part()}.${part()}`);
			if (!reply) return noData(word('no answer'));
			const isRedirect = reply.status >= 300 && reply.status < 400;
			const sessionEnd = isRedirect ? 'redirect' : reply.status < 300 ? 'failed200' : reply.status;
			return settled(told`one that never was is answered with ${fateOf(reply)}`, { sessionEnd });
		},
	},
	{ row: 'Where ids are found', hidden: word('the pages of the CRM show it') },
];

/** What refusals say, of all routes. */
const refusals = (specification: Specification) =>
	matched(specification).flatMap((route) =>
		route.refusals.map((one) => ({ ...one, route, shape: route.shape(one.nodes) })),
	);

const headersIn = (specification: Specification, pattern: RegExp) => {
	const all = matched(specification).flatMap(({ responses }) => responses);
	return distinct(all.flatMap(({ headers }) => headers)).filter((name) => pattern.test(name));
};

export const ERRORS: Question[] = [
	{
		row: 'Shape of an error',
		spec(specification) {
			const found = refusals(specification);
			const shapes = found.flatMap(({ route, shape, types }) => {
				const words = fieldWords(route, shape);
				return words
					? `JSON: ${words}`
					: types.length > 0 && shape.types.length > 0
						? types.join()
						: [];
			});
			const played = found.map(({ shape, types, nodes }) => {
				const { types: kinds = [] } = specification.field(shape, 'message') ?? {};
				if (kinds.includes('string')) return 'message';
				if (specification.field(specification.field(shape, 'error'), 'message')) return 'error';
				return nodes.length === 0 && types.join() === 'text/plain' ? 'text' : undefined;
			});
			const texts = found.filter(({ nodes, types }) => nodes.length === 0 && types.length > 0);
			const all = distinct([...shapes, ...texts.map(({ types }) => types.join())]);
			const errorShape = distinct(played).length === 1 ? played[0] : undefined;
			return all.length > 0 ? settled(all.join('; or '), errorShape && { errorShape }) : undefined;
		},
	},
	{
		row: 'Statuses of errors',
		spec(specification) {
			const statuses = refusals(specification).map(({ status }) => status);
			return (
				distinct(statuses)
					.filter((status) => /\d/.test(status))
					.sort()
					.join(', ') || undefined
			);
		},
		async live(account) {
			const query = { company_profile_id: randomUUID(), page: 0, per_page: 50 };
			const reply = await account.askWrongly('listQuotations', { query });
			const wrongProfileStatus =
				reply && [403, 404].includes(reply.status) ? reply.status : undefined;
			const words = told`a profile that is not one's own: ${fateOf(reply)}`;
			return settled(words, wrongProfileStatus && { wrongProfileStatus });
		},
	},
	{
		row: 'Codes of errors',
		spec(specification) {
			const codes = refusals(specification).flatMap(({ shape }) => {
				const field =
					specification.field(shape, 'code') ?? specification.field(shape, 'error_code');
				return field ? (field.values?.join(', ') ?? `a code: ${field.types.join(' or ')}`) : [];
			});
			return distinct(codes).join('; ') || undefined;
		},
	},
	{
		row: 'Limits of the rate',
		spec(specification) {
			const met = refusals(specification).some(({ status }) => status === '429') ? ['429'] : [];
			return (
				[...met, ...headersIn(specification, /rate-?limit|^retry-after$/i)].join(', ') || undefined
			);
		},
	},
	{
		row: 'Future versions and deprecation',
		spec(specification) {
			const old = specification.pairs.flatMap(({ theirs }) =>
				theirs?.operation.deprecated ? theirs.title : [],
			);
			const headers = headersIn(specification, /^(deprecation|sunset)$/i);
			return [...old.map((title) => `${title} is deprecated`), ...headers].join(', ') || undefined;
		},
	},
];
