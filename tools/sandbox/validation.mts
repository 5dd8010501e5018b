import { fileURLToPath } from 'node:url';
import { OpenAPIBackend, type Document } from 'openapi-backend';
import type { Answer } from './answer.mts';

const FILE = fileURLToPath(new URL('./openapi.yaml', import.meta.url));
const JSON_TYPE = 'application/json';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A webhook of openapi.yaml: the one event that is described, or any that is published. */
export type EventKind = 'dealStatusChange' | 'event';

/** The description of the service, ready to route and to check against. */
export interface Description {
	api: OpenAPIBackend;
	/** What is wrong with an answer; undefined if it is as described. */
	faultOf(operationId: string, answer: Answer): string | undefined;
	/** What is wrong with an event; undefined if it is as described. */
	faultOfEvent(kind: EventKind, event: unknown): string | undefined;
}

const open = async (definition: Document | string) => {
	const api = new OpenAPIBackend({
		definition,
		strict: true,
		// The library can check only OpenAPI 3.0 documents. Quick skips that check and nothing else.
		quick: true,
		ajvOpts: { strict: false, allErrors: true },
		customizeAjv: (ajv) => {
			ajv.addFormat('uuid', UUID);
			ajv.addFormat('uri', (value: string) => URL.canParse(value));
			return ajv;
		},
	});
	await api.init();
	// The library would put the list together anew several times for each request.
	const operations = api.router.getOperations();
	api.router.getOperations = () => operations;
	return api;
};

export async function readDescription(): Promise<Description> {
	const api = await open(FILE);
	// The library checks only what arrives at a path, so webhooks become paths to check what is sent.
	const { webhooks, ...rest } = api.definition as Document & { webhooks: object };
	const paths = Object.entries(webhooks).map(([name, item]) => [`/${name}`, item]);
	const hooks = await open({ ...rest, paths: Object.fromEntries(paths) } as Document);

	return {
		api,
		faultOf(operationId, { status, headers = {}, body, stream }) {
			const operation = api.getOperation(operationId)!;
			const responses = operation.responses as Record<string, { content?: object }>;
			const described = responses[status] ?? responses.default;
			if (!described || (status < 400 && !responses[status])) return `status ${status} is unknown`;
			if (body === undefined && !stream) return described.content && 'a body is missing';
			const type = headers['content-type'] ?? JSON_TYPE;
			if (!Object.hasOwn(described.content ?? {}, type)) return `${type} is not described`;
			const isJson = type === JSON_TYPE;
			const asJson = isJson ? api.validateResponse(body, operation, status) : { errors: null };
			const { errors } = api.validateResponseHeaders(headers, operation, { statusCode: status });
			return text([...(asJson.errors ?? []), ...(errors ?? [])]);
		},
		faultOfEvent(kind, event) {
			const request = { method: 'post', path: `/${kind}`, headers: {}, body: event };
			return text(hooks.validateRequest(request).errors ?? []);
		},
	};
}

const text = (errors: Array<{ instancePath?: string; message?: string }>) =>
	errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ') || undefined;
