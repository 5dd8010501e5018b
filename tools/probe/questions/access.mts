import { randomBytes, randomUUID } from 'node:crypto';

import { fateOf, LOGINS } from '../live/account.mts';
import { byRoute, fieldWords, type Questions } from '../report.mts';
import { distinct, isSession, type Json, objectAt } from '../spec/schema.mts';
import { OURS, type Specification } from '../spec/specification.mts';

/** Signing in, errors and limits. */

const schemesIn = ({ root }: Specification) =>
	Object.values(objectAt(root.components, 'securitySchemes')) as Json[];

const refusalsIn = ({ matched }: Specification) =>
	matched
		.flatMap(({ responses }) => responses)
		.filter(({ status }) => /^([45]..|default)$/i.test(status));

const statusesIn = (specification: Specification) => {
	const statuses = distinct(refusalsIn(specification).map(({ status }) => status)).sort();
	return statuses.filter((status) => status !== 'default').join(', ');
};

export const ACCESS: Questions = {
	'Which scheme, and which header, each endpoint takes': {
		live({ account: { login }, specification: { matched } }) {
			const isRefused = ({ status }: { status: string }) => /^40[13]$/.test(status);
			const refused = matched.filter(({ responses }) => responses.every(isRefused));
			const by = login ? 'a session' : 'an API token';
			const names = refused.map(({ title }) => title).join(', ');
			return names ? `${by} is taken, but not by ${names}` : `${by} is taken wherever it was sent`;
		},
		spec: ({ matched }) => byRoute(matched, ({ schemes }) => schemes?.join(' or ')),
	},
	'Whether the session is sent with `Bearer` before it': {
		live: ({ account: { header } }) =>
			header && { words: `it is taken: ${header}`, switches: { sessionHeader: header } },
		spec(specification) {
			const own = schemesIn(specification).filter(({ name }) => isSession(name));
			const parameters = specification.matched.map(({ session = {} }) => session);
			const words = [...own, ...parameters].map(({ description }) => String(description).trim());
			return words.find((one) => /bearer/i.test(one));
		},
	},
	'Which of two login paths, and which name the session has in the answer': {
		live({ account: { login } }) {
			const path = OURS.find(({ name }) => name === login?.operation)?.path;
			return login && { words: `${path}; ${login.key}`, switches: { loginKey: login.key } };
		},
		spec(specification) {
			const paths = LOGINS.flatMap((name) => specification.route(name)?.path ?? []).join(' or ');
			const fields = LOGINS.flatMap((name) => specification.at(name, 'answer')?.names ?? []);
			const keys = distinct(fields).filter((name) => /^session_?key$/i.test(name));
			const switches = keys.length === 1 ? { loginKey: keys[0] as 'sessionKey' } : undefined;
			return paths && { words: `${paths}; ${keys.join(' or ') || 'no name is said'}`, switches };
		},
	},
	'Whether the profile of a token may be left out': {
		async live({ account }) {
			if (account.login) return undefined;
			const list = await account.ask('listQuotations', { company_profile_id: undefined });
			const webhooks = await account.ask('listSubscriptions', { profile_id: undefined });
			return `without it quotations: ${fateOf(list)}, webhooks: ${fateOf(webhooks)}`;
		},
		spec: ({ matched }) =>
			byRoute(matched, ({ sent: { query } }) => {
				const name = query.names.find((one) => /profile/i.test(one));
				return name && `${name} is ${query.requires(name) ? 'required' : 'optional'}`;
			}),
	},
	'How an OAuth2 access token is sent, and its scopes'(specification) {
		const own = schemesIn(specification).filter(({ type }) => type === 'oauth2');
		const flows = own.flatMap((scheme) => Object.values(objectAt(scheme, 'flows')));
		const scopes = distinct(flows.flatMap((flow) => Object.keys(objectAt(flow, 'scopes'))));
		return own.length > 0
			? `Authorization: Bearer, as OAuth2 has it; scopes: ${scopes.join(', ') || 'none'}`
			: undefined;
	},
	'How the end of a session is told': {
		async live({ account }) {
			const part = () => randomBytes(18).toString('base64url');
			const reply =
				account.login && (await account.ask(account.sign, {}, `${part()}.${part()}.${part()}`));
			if (!reply) return undefined;
			const isRedirect = reply.status >= 300 && reply.status < 400;
			const other = reply.status < 300 ? 'failed200' : reply.status;
			const switches = { sessionEnd: (isRedirect ? 'redirect' : other) as 401 };
			return { words: `one that never was is answered with ${fateOf(reply)}`, switches };
		},
	},
	'Shape of an error, and its codes'(specification) {
		const found = refusalsIn(specification).flatMap(({ shape, types }) => {
			const form = types.join() === 'text/plain' ? 'text' : undefined;
			if (!shape) return types.length > 0 ? { words: types.join(), form } : [];
			const isInside = shape.field('error')?.names.includes('message');
			const own = shape.names.includes('message') ? 'message' : isInside && 'error';
			return shape.names.length > 0 ? { words: `JSON: ${fieldWords(shape)}`, form: own } : [];
		});
		const [form, ...others] = distinct(found.map((one) => one.form));
		const switches = form && others.length === 0 ? { errorShape: form as 'text' } : undefined;
		return { words: distinct(found.map(({ words }) => words)).join('; or '), switches };
	},
	'Statuses of errors': {
		async live({ account, specification }) {
			const reply = await account.ask('listQuotations', { company_profile_id: randomUUID() });
			const status = [403, 404].find((one) => one === reply?.status) as 403 | undefined;
			const words = `${statusesIn(specification)}; ${fateOf(reply)} for a profile of others`;
			return { words, switches: status && { wrongProfileStatus: status } };
		},
		spec: statusesIn,
	},
	'Limits of the rate'({ matched }) {
		const headers = matched.flatMap(({ responses }) => responses.flatMap((one) => one.headers));
		return distinct(headers)
			.filter((name) => /rate-?limit|^retry-after$/i.test(name))
			.join(', ');
	},
	'Future versions and deprecation'({ all }) {
		const old = all.filter(({ operation }) => operation.deprecated);
		return old.map(({ title }) => `${title} is deprecated`).join(', ');
	},
};
