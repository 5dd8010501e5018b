import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAUTH_CLIENT, OAUTH_USER } from '../identities.mts';
import type { Oidc } from './oidc.mts';
import { consentPage, page, signInPage } from './pages.mts';

/** The pages a person sees while signing in: who are you, and do you let n8n in? */
export async function interaction(app: FastifyInstance, { oidc }: { oidc: Oidc }) {
	app.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		async (_: FastifyRequest, body: string | Buffer) =>
			Object.fromEntries(new URLSearchParams(body.toString())),
	);

	app.setErrorHandler(async (error: Error, _, reply) =>
		html(reply.code(400), page('This sign-in is over', ['Start again in n8n.', error.message])),
	);

	app.get('/sign-in/:uid', async (request, reply) => {
		const { prompt, params } = await details(oidc, request, reply);
		if (prompt.name === 'login') return html(reply, signInPage());
		return html(
			reply,
			consentPage(
				'n8n',
				String(params.scope ?? '')
					.split(' ')
					.filter(Boolean),
			),
		);
	});

	app.post('/sign-in/:uid', async (request, reply) => {
		const { prompt, params, session, grantId } = await details(oidc, request, reply);
		const form = (request.body ?? {}) as Record<string, string>;
		if (prompt.name === 'login') {
			if (form.email !== OAUTH_USER.email || form.password !== OAUTH_USER.password) {
				return html(reply, signInPage('E-mail or password is wrong.'));
			}
			return finish(oidc, request, reply, { login: { accountId: OAUTH_USER.email } });
		}
		if (form.action !== 'allow') {
			const said = { error: 'access_denied', error_description: 'You did not let n8n in.' };
			return finish(oidc, request, reply, said);
		}
		const { Grant } = await oidc.ready();
		const known = grantId && (await Grant.find(grantId));
		const grant =
			known ?? new Grant({ accountId: session.accountId, clientId: OAUTH_CLIENT.clientId });
		if (params.scope) grant.addOIDCScope(String(params.scope));
		return finish(oidc, request, reply, { consent: { grantId: await grant.save() } });
	});
}

const html = (reply: FastifyReply, text: string) =>
	reply.type('text/html; charset=utf-8').send(text);

async function details(oidc: Oidc, request: FastifyRequest, reply: FastifyReply) {
	const provider = await oidc.ready();
	return await provider.interactionDetails(request.raw, reply.raw);
}

/** Hands what the person did back to the provider, which answers the browser itself. */
async function finish(oidc: Oidc, request: FastifyRequest, reply: FastifyReply, result: object) {
	const provider = await oidc.ready();
	const to = await provider.interactionResult(request.raw, reply.raw, result, {
		mergeWithLastSubmission: true,
	});
	return reply.redirect(to, 303);
}
