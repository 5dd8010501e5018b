import { randomBytes, randomUUID } from 'node:crypto';

import { dataOf, fateOf } from '../live/account.mts';
import type { Question } from '../report.mts';
import { distinct, isObject, type Json, objectAt } from '../spec/schema.mts';
import { OURS, type Specification } from '../spec/specification.mts';
import { byRoute, fieldWords } from './words.mts';

/** Signing in, errors and limits. */

const schemesIn = ({ root }: Specification) =>
	Object.values(objectAt(root.components, 'securitySchemes')).filter(isObject);

const SESSION_FORMS = { either: 'either way', raw: 'without', bearer: 'with it' };
const LOGIN_NAMES = ['login', 'loginAtAuthenticationService'];

export const SIGNING_IN: Question[] = [
	{
		row: 'Which scheme, and which header, each endpoint takes',
		live({ account: { isSession, fates } }) {
			const by = isSession ? 'a session' : 'an API token';
			const refused = [...fates].filter(
				([, own]) => !own.has('taken') && (own.has('401') || own.has('403')),
			);
			const names = refused.map(([name]) => name).join(', ');
			return names ? `${by} is taken, but not by ${names}` : `${by} is taken wherever it was sent`;
		},
		spec: ({ matched }) => byRoute(matched, ({ schemes }) => schemes?.join(' or ')),
	},
	{
		row: 'Whether the session is sent with `Bearer` before it',
		live: ({ account: { header } }) =>
			header && { words: SESSION_FORMS[header], switches: { sessionHeader: header } },
		spec(specification) {
			const isSession = ({ name }: Json) => /^x-authorization$/i.test(String(name));
			const parameters = specification.matched.map(({ session = {} }) => session);
			const said = [...schemesIn(specification).filter(isSession), ...parameters];
			const words = said.map(({ description }) => String(description).trim());
			return words.find((one) => /bearer/i.test(one));
		},
	},
	{
		row: 'Which of two login paths, and which name the session has in the answer',
		live({ account: { login } }) {
			const path = OURS.find(({ name }) => name === login?.operation)?.path;
			return login && { words: `${path}; ${login.key}`, switches: { loginKey: login.key } };
		},
		spec(specification) {
			const paths = LOGIN_NAMES.flatMap((name) => specification.route(name)?.path ?? []);
			const fields = LOGIN_NAMES.flatMap((name) => specification.at(name, 'answer')?.names ?? []);
			const keys = distinct(fields.filter((name) => /^session_?key$/i.test(name)));
			const words = `${paths.join(' or ')}; ${keys.join(' or ') || 'no name is said'}`;
			const loginKey = keys.length === 1 && { loginKey: keys[0] as 'sessionKey' };
			return paths.length > 0 ? { words, switches: loginKey || undefined } : undefined;
		},
	},
	{ row: 'What `should_check_two_factor` means beside SUCCESS' },
	{
		row: 'Whether the profile of a token may be left out',
		async live({ account }) {
			if (account.isSession) return undefined;
			const list = await account.ask('listQuotations', { company_profile_id: undefined });
			const webhooks = await account.ask('listSubscriptions', { profile_id: undefined });
			return `quotations: ${fateOf(list)} without it; webhooks: ${fateOf(webhooks)} without it`;
		},
		spec: ({ matched }) =>
			byRoute(matched, ({ sent: { query } }) => {
				const name = query.names.find((one) => /profile/i.test(one));
				return name && `${name} is ${query.requires(name) ? 'required' : 'optional'}`;
			}),
	},
	{
		row: 'How an OAuth2 access token is sent, and its scopes',
		spec(specification) {
			const isOAuth = ({ type }: Json) => /^(oauth2|openIdConnect)$/.test(String(type));
			const own = schemesIn(specification).filter(isOAuth);
			const flows = own.flatMap((scheme) => Object.values(objectAt(scheme, 'flows')));
			const scopes = distinct(flows.flatMap((flow) => Object.keys(objectAt(flow, 'scopes'))));
			const words = `Authorization: Bearer, as OAuth2 has it; scopes: ${scopes.join(', ') || 'none'}`;
			return own.length > 0 ? words : undefined;
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
			const words = `one that never was is answered with ${fateOf(reply)}`;
			if (!reply) return undefined;
			const isRedirect = reply.status >= 300 && reply.status < 400;
			const sessionEnd = isRedirect ? 'redirect' : reply.status < 300 ? 'failed200' : reply.status;
			return { words, switches: { sessionEnd: sessionEnd as 401 } };
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
			const found = refusalsIn(specification).flatMap(({ shape, types }) => {
				if (!shape)
					return types.length > 0
						? { words: types.join(), form: types.join() === 'text/plain' && 'text' }
						: [];
				const isInside = shape.field('error')?.names.includes('message');
				const form = shape.names.includes('message') ? 'message' : isInside && 'error';
				return shape.names.length > 0 ? { words: `JSON: ${fieldWords(shape)}`, form } : [];
			});
			const [form, ...others] = distinct(found.map((one) => one.form));
			const errorShape = others.length === 0 && form ? (form as 'text') : undefined;
			const words = distinct(found.map((one) => one.words)).join('; or ');
			return { words, switches: errorShape && { errorShape } };
		},
	},
	{
		row: 'Statuses and codes of errors',
		async live({ account, specification }) {
			const reply = await account.ask('listQuotations', { company_profile_id: randomUUID() });
			const words = `${statusesIn(specification)}; a profile that is not one's own: ${fateOf(reply)}`;
			const wrongProfileStatus = [403, 404].find((one) => one === reply?.status) as 403 | undefined;
			return { words, switches: wrongProfileStatus && { wrongProfileStatus } };
		},
		spec: statusesIn,
	},
	{
		row: 'Limits of the rate',
		spec: (specification) => headersIn(specification, /rate-?limit|^retry-after$/i).join(', '),
	},
	{
		row: 'Future versions and deprecation',
		spec(specification) {
			const old = specification.all.filter(({ operation }) => operation.deprecated);
			const headers = headersIn(specification, /^(deprecation|sunset)$/i);
			return [...old.map(({ title }) => `${title} is deprecated`), ...headers].join(', ');
		},
	},
];

function statusesIn(specification: Specification): string {
	const found = refusalsIn(specification);
	const codes = found.flatMap(({ shape }) => {
		const field = shape?.field('code') ?? shape?.field('error_code');
		return field ? (field.values ?? `a code: ${field.types.join(' or ')}`) : [];
	});
	const statuses = found.map(({ status }) => status).filter((status) => /\d/.test(status));
	return distinct([...statuses.sort(), ...codes]).join(', ');
}
