import { randomBytes, randomUUID } from 'node:crypto';

import { dataOf, fateOf } from '../live/account.mts';
import type { Question } from '../report.mts';
import { distinct, isObject, type Json } from '../spec/schema.mts';
import type { Specification } from '../spec/specification.mts';
import { byRoute, fieldWords } from './words.mts';

/** Signing in, errors and limits. */

const schemesIn = ({ root }: Specification): Json[] => {
	const { securitySchemes } = Object(root.components) as Json;
	return Object.values(Object(securitySchemes)).filter(isObject);
};

const isSession = ({ name }: { name?: unknown }) => /^x-authorization$/i.test(String(name));
const isProfile = ({ name }: { name: string }) => /profile/i.test(name);
const SESSION_FORMS = { either: 'either way', raw: 'without', bearer: 'with it' };

export const SIGNING_IN: Question[] = [
	{
		row: 'Which scheme, and which header, each endpoint takes',
		spec: ({ matched }) =>
			byRoute(
				matched.flatMap(({ title, schemes }) =>
					schemes ? { title, words: schemes.join(' or ') } : [],
				),
			),
		live({ account }) {
			const by = account.isSession ? 'a session' : 'an API token';
			const untaken = [...account.fates].filter(([, fates]) => !fates.has('taken'));
			const routes = untaken.map(([name, fates]) => `${name} (${[...fates].join(', ')})`);
			if (routes.length === 0) return `${by} is taken wherever it was sent`;
			return `${by} is taken, but not by ${routes.join(', ')}`;
		},
	},
	{
		row: 'Whether the session is sent with `Bearer` before it',
		spec(specification) {
			const schemes = schemesIn(specification).filter(isSession);
			const parameters = specification.matched.flatMap((route) => route.parameters);
			const said = [
				...schemes.map(({ description = '' }) => String(description)),
				...parameters.filter(isSession).map(({ shape }) => shape.description),
			];
			return said.find((words) => /bearer/i.test(words))?.trim();
		},
		live: ({ account: { header } }) =>
			header && { words: SESSION_FORMS[header], switches: { sessionHeader: header } },
	},
	{
		row: 'Which of two login paths, and which name the session has in the answer',
		spec(specification) {
			const names = ['login', 'loginAtAuthenticationService'];
			const paths = names.flatMap((name) => specification.route(name)?.path ?? []);
			const fields = names.flatMap((name) => specification.at(name, 'answer')?.names ?? []);
			const keys = distinct(fields.filter((name) => /^session_?key$/i.test(name)));
			if (paths.length === 0) return undefined;
			const words = `${paths.join(' or ')}; ${keys.join(' or ') || 'no name is said'}`;
			return keys.length === 1 ? { words, switches: { loginKey: keys[0] as 'sessionKey' } } : words;
		},
		live: ({ account: { login } }) =>
			login && { words: `${login.path}; ${login.key}`, switches: { loginKey: login.key } },
	},
	{ row: 'What `should_check_two_factor` means beside SUCCESS' },
	{
		row: 'Whether the profile of a token may be left out',
		spec: ({ matched }) =>
			byRoute(
				matched.flatMap(({ title, inputs }) =>
					inputs
						.filter((input) => isProfile(input) && input.in !== 'path')
						.map(({ name, required }) => ({
							title,
							words: `${name} is ${required ? 'required' : 'optional'}`,
						})),
				),
			),
		async live({ account }) {
			if (account.isSession) return undefined;
			const query = { page: 0, per_page: 50 };
			const taken = dataOf(await account.askWrongly('listQuotations', { query })) !== undefined;
			return `${taken ? '' : 'not '}in the list of quotations`;
		},
	},
	{
		row: 'Whether the list of webhooks wants the profile of a token that is pinned to one',
		spec(specification) {
			const profile = specification.route('listSubscriptions')?.inputs.find(isProfile);
			return profile && (profile.required ? 'it does' : 'it does not');
		},
		async live({ account }) {
			if (account.isSession) return undefined;
			const taken = dataOf(await account.askWrongly('listSubscriptions', {})) !== undefined;
			return taken ? 'it does not' : 'it is refused without';
		},
	},
	{
		row: 'How an OAuth2 access token is sent',
		spec: (specification) =>
			schemesIn(specification).some(({ type }) => type === 'oauth2' || type === 'openIdConnect')
				? 'as OAuth2 schemes are: Authorization: Bearer'
				: undefined,
	},
	{
		row: 'OAuth 2.0 scopes',
		spec(specification) {
			const flows = schemesIn(specification).flatMap(
				(scheme) => Object.values(Object(scheme.flows)) as Json[],
			);
			const scopes = flows.flatMap((flow) => Object.keys(Object(flow.scopes)));
			return flows.length > 0 ? distinct(scopes).join(', ') || 'none' : undefined;
		},
	},
	{ row: 'Lifetime of API tokens' },
	{ row: 'Which validity of a session applies' },
	{
		row: 'How the end of a session is told',
		async live({ account }) {
			if (!account.isSession) return undefined;
			const part = () => randomBytes(18).toString('base64url');
			const reply = await account.askAs(`${part()}.${part()}.${part()}`);
			if (!reply) return undefined;
			const isRedirect = reply.status >= 300 && reply.status < 400;
			const sessionEnd = isRedirect ? 'redirect' : reply.status < 300 ? 'failed200' : reply.status;
			return {
				words: `one that never was is answered with ${fateOf(reply)}`,
				switches: { sessionEnd: sessionEnd as 401 },
			};
		},
	},
	{ row: 'Where ids are found' },
];

const refusalsIn = ({ matched }: Specification) => matched.flatMap(({ refusals }) => refusals);

const headersIn = ({ matched }: Specification, pattern: RegExp) => {
	const headers = matched.flatMap(({ responses }) => responses.flatMap((one) => one.headers));
	return distinct(headers).filter((name) => pattern.test(name));
};

export const ERRORS: Question[] = [
	{
		row: 'Shape of an error',
		spec(specification) {
			const found = refusalsIn(specification).filter(({ types }) => types.length > 0);
			const shapes = found.flatMap(({ shape, types }) => {
				if (shape?.names.length) return `JSON: ${fieldWords(shape)}`;
				return shape?.types.length === 0 ? [] : types.join();
			});
			const forms = found.map(({ shape, types }) => {
				if (shape?.field('message')?.types.includes('string')) return 'message';
				if (shape?.field('error')?.names.includes('message')) return 'error';
				return !shape && types.join() === 'text/plain' ? 'text' : undefined;
			});
			const [errorShape, ...others] = distinct(forms);
			const words = distinct(shapes).join('; or ');
			if (!words || !errorShape || others.length > 0) return words || undefined;
			return { words, switches: { errorShape } };
		},
	},
	{
		row: 'Statuses of errors',
		spec(specification) {
			const statuses = refusalsIn(specification).map(({ status }) => status);
			const named = distinct(statuses).filter((status) => /\d/.test(status));
			return named.sort().join(', ') || undefined;
		},
		async live({ account }) {
			const query = { company_profile_id: randomUUID(), page: 0, per_page: 50 };
			const reply = await account.askWrongly('listQuotations', { query });
			const words = `a profile that is not one's own: ${fateOf(reply)}`;
			if (!reply || ![403, 404].includes(reply.status)) return words;
			return { words, switches: { wrongProfileStatus: reply.status as 403 | 404 } };
		},
	},
	{
		row: 'Codes of errors',
		spec(specification) {
			const codes = refusalsIn(specification).flatMap(({ shape }) => {
				const field = shape?.field('code') ?? shape?.field('error_code');
				return field ? (field.values?.join(', ') ?? `a code: ${field.types.join(' or ')}`) : [];
			});
			return distinct(codes).join('; ') || undefined;
		},
	},
	{
		row: 'Limits of the rate',
		spec(specification) {
			const isMet = refusalsIn(specification).some(({ status }) => status === '429');
			const headers = headersIn(specification, /rate-?limit|^retry-after$/i);
			return [isMet ? '429' : [], headers].flat().join(', ') || undefined;
		},
	},
	{
		row: 'Future versions and deprecation',
		spec(specification) {
			const old = specification.all.filter(({ operation }) => operation.deprecated);
			const headers = headersIn(specification, /^(deprecation|sunset)$/i);
			return (
				[...old.map(({ title }) => `${title} is deprecated`), ...headers].join(', ') || undefined
			);
		},
	},
];
