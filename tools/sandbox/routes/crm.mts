import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { coded, problem, Refusal, type Answer } from '../answer.mts';
import type { Service } from '../service.mts';
import type { Switches } from '../switches.mts';
import { wait } from './call.mts';
import { instead, LOG_IN_PAGE, logInPage, spoil } from './play.mts';
import { watch } from './watch.mts';

/** All routes of the service: one catch-all that lets the description decide. */
export async function crm(app: FastifyInstance, { service }: { service: Service }) {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'*',
		{ parseAs: 'string' },
		async (_: FastifyRequest, body: string | Buffer) => body,
	);
	watch(app, service);

	app.get(LOG_IN_PAGE, async (_, reply) => send(reply, logInPage(), service.switches));
	app.all('/*', async (request, reply) => {
		const answer = await answerTo(service, request);
		await wait(service.switches.latencyMs);
		return send(reply, answer, service.switches);
	});
}

/** The answer to a request: as described, unless a fault or a switch wants it otherwise. */
async function answerTo(service: Service, request: FastifyRequest): Promise<Answer> {
	const { switches, description } = service;
	const { asked, fault, entry } = request;
	const replaced = fault && instead(fault, switches);
	if (replaced && !fault.afterWork) return replaced;
	const answer = await work(service, request);
	if (asked instanceof Refusal) return answer;
	const { operationId, isPublished } = asked;
	const wrong = description.faultOf(operationId, answer);
	if (wrong) throw new Error(`The answer of ${operationId} does not fit openapi.yaml: ${wrong}`);
	if (replaced) {
		answer.stream?.destroy();
		return replaced;
	}
	return spoil(answer, { fault, switches, entry, isPublished });
}

/** Checks the request against the description and lets its route answer. */
async function work(service: Service, request: FastifyRequest) {
	const { description, switches } = service;
	const { method, url, headers, body, asked: wanted, entry } = request;
	if (wanted instanceof Refusal) {
		return wanted.code
			? coded(wanted)
			: problem(wanted.status, wanted.message, switches.errorShape);
	}
	const isJson = headers['content-type']?.startsWith('application/json');
	const asked = {
		method,
		path: url,
		headers: headers as Record<string, string>,
		// Only JSON is described: whatever else is sent counts as nothing sent.
		body: isJson ? body : undefined,
	};
	try {
		return (await description.api.handleRequest(asked, service)) as Answer;
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		if (error.errors && entry) entry.misfit = JSON.stringify(error.errors);
		if (wanted.isPublished) return coded(error);
		return problem(error.status, error.message, switches.errorShape, error.errors);
	}
}

function send(reply: FastifyReply, answer: Answer, { chunkedAnswers }: Switches) {
	const { status, headers = {}, body, stream } = answer;
	reply.code(status).headers(headers);
	if (chunkedAnswers) reply.removeHeader('content-length');
	if (stream) return reply.send(stream);
	if (body === undefined) return reply.send();
	const type = headers['content-type'];
	// What names its type is sent as it is, such as a page or JSON that is cut off.
	const text = type && typeof body === 'string' ? body : JSON.stringify(body);
	if (!type) reply.type('application/json; charset=utf-8');
	return reply.send(chunkedAnswers ? Readable.from([Buffer.from(text)]) : text);
}
