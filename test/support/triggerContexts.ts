import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import type { TriggerState } from '../../nodes/SalesCrmTrigger/state';
import { evaluated } from './expressions';
import type { HookService } from './hookService';
import { contextOf, strict } from './scripted';
import { mainProcess, type TriggerProcess } from './triggerProcess';
import { uuid } from './uuid';

/**
 * What n8n gives the trigger, by hand: light, for thousands of lives in a few seconds, and strict, because it has nothing
 * but what is listed here. The same in a real n8n: `test/e2e/trigger`.
 */

export const PROFILE = uuid(0xc0);
export const OTHER_PROFILE = PROFILE.replace(/0$/, '1');
export const ADDRESS = 'https://n8n.example/webhook/0b7e1f8e/webhook';

/** The trigger's node, its workflow and its n8n. */
export interface Place {
	service: HookService;
	/** Static data of the node. */
	state: TriggerState;
	/** Words in n8n's log. */
	log: string[];
	parameters: IDataObject;
	credential: IDataObject;
	workflowName: string;
	workflowId: string;
	address: string | undefined;
	/** The last part of the address: the same on another host that has a copy of the workflow. */
	webhookId: string;
	/** The test URL in place of the production URL. */
	isTest: boolean;
	/** Why n8n activates. */
	activation: 'activate' | 'update' | 'init';
	/** Called when the credential is read. */
	onCredential: () => void;
	/** The process of n8n that runs the node. */
	process: TriggerProcess;
}

let places = 0;

export const placeOf = (service: HookService, more: Partial<Place> = {}): Place => ({
	service,
	state: {},
	log: [],
	parameters: { events: ['dealStatusChanged'] },
	credential: {
		baseUrl: 'https://crm.example',
		apiToken: 'a token of more than twenty characters',
		companyProfileId: PROFILE,
	},
	workflowName: 'Deals',
	workflowId: 'wF1',
	address: ADDRESS,
	webhookId: `webhook-${++places}`,
	isTest: false,
	activation: 'update',
	onCredential: () => undefined,
	process: mainProcess,
	...more,
});

const NODE = { id: 'n1', name: 'Sales CRM Trigger', type: 'salesCrmTrigger' } as INode;

const methods = ({ process }: Place) => process.trigger.webhookMethods.default;

/** n8n ends the test's webhook and production's in the same mode (`test-webhooks`, `active-workflow-manager`). */
export const remove = async (place: Place) =>
	await methods(place).delete.call(hooks(place, 'internal'));

/** As n8n activates: registers unless it is registered. */
export async function activate(place: Place): Promise<void> {
	const { checkExists, create } = methods(place);
	if (!(await checkExists.call(hooks(place)))) await create.call(hooks(place));
}

const hooks = (place: Place, mode?: 'internal'): IHookFunctions =>
	contextOf('context of a step', serviceOf(place), {
		...common(place),
		getNodeWebhookUrl: (name: string) => (name === 'default' ? place.address : undefined),
		getMode: () => mode ?? (place.isTest ? 'manual' : 'trigger'),
		getActivationMode: () => place.activation,
	}) as IHookFunctions;

export interface Call {
	headers?: Record<string, unknown>;
	/** Text is sent as it is, anything else as JSON. */
	body?: unknown;
	/** n8n leaves the body to the node, as for `text/plain`. */
	isUnread?: boolean;
}

export interface Outcome {
	/** What the caller was answered. */
	status: number;
	answer: unknown;
	/** Items that the workflow was started with; undefined if it was not. */
	items: IDataObject[] | undefined;
	/** Why the execution failed that the call started. */
	failure?: string;
}

/** The secret of the webhook that was registered last. */
export const secretOf = ({ service }: Place): string => service.secretOf(service.ids.at(-1)!)!;

/** A call of the service with the secret of the webhook that was registered last. */
export const deliver = async (place: Place, body: unknown, more: Call = {}): Promise<Outcome> =>
	await call(place, { headers: { 'x-webhook-secret': secretOf(place) }, body, ...more });

/** A call of the webhook's address while the workflow is active. */
export async function call(place: Place, wanted: Call): Promise<Outcome> {
	const { headers = {}, body, isUnread = false } = wanted;
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const written = { status: 200, answer: undefined as unknown, ended: false };
	const response = {
		status: (status: number) => Object.assign(response, { _: (written.status = status) }),
		json: (answer: unknown) => Object.assign(response, { _: (written.answer = answer) }),
		end: () => (written.ended = true),
	};
	const request = {
		rawBody: isUnread || body === undefined ? undefined : Buffer.from(text),
		/** Like n8n's, it fails for a body that is too large or incomplete. */
		readRawBody: async () => {
			if (body === undefined) throw new Error('stream is not readable');
			request.rawBody ??= Buffer.from(text);
		},
	};
	const context = contextOf('context of a call', serviceOf(place), {
		...common(place),
		getMode: () => (place.isTest ? 'manual' : 'webhook'),
		getHeaderData: () => headers,
		getBodyData: () => (isUnread || body === undefined ? undefined : parsed(text)),
		getRequestObject: () => request,
		getResponseObject: () => response,
	}) as IWebhookFunctions;
	const result: IWebhookResponseData = await place.process.trigger.webhook.call(context);
	if (result.noWebhookResponse && !written.ended) throw new Error('The caller waits for ever');
	if (!result.noWebhookResponse && written.ended) throw new Error('The caller is answered twice');
	const answered = { status: written.status, answer: written.answer ?? result.webhookResponse };
	if (!result.workflowData) return { ...answered, items: undefined };
	return { ...answered, ...(await execute(place, result.workflowData[0])) };
}

/** What the trigger's own `execute` makes of the items of a call. In a test, repeats pass. */
async function execute(
	place: Place,
	given: INodeExecutionData[],
): Promise<Pick<Outcome, 'items' | 'failure'>> {
	const context = contextOf('context of an execution', serviceOf(place), {
		getInputData: () => given,
		getMode: () => 'manual',
		getNode: () => NODE,
	}) as IExecuteFunctions;
	return await place.process.trigger.execute.call(context).then(
		([items]) => ({ items: items.map(({ json }) => json) }),
		(reason: Error) => ({ items: undefined, failure: reason.message }),
	);
}

/** n8n itself refuses `application/json` that is none. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const serviceOf = ({ service }: Place) => ({
	service: async (asked: IHttpRequestOptions) => await service.request(asked),
});

const common = (place: Place) => ({
	getNode: () => ({
		...NODE,
		parameters: place.parameters as INode['parameters'],
		webhookId: place.webhookId,
		credentials: { salesCrmApi: { id: 'c1', name: 'Account' } },
	}),
	// n8n tests a workflow as one that is not active, whether or not it is.
	getWorkflow: () => ({ id: place.workflowId, name: place.workflowName, active: !place.isTest }),
	getNodeParameter: (name: string, fallback?: unknown) =>
		name in place.parameters ? evaluated(place.parameters[name]) : fallback,
	getCredentials: async () => {
		place.onCredential();
		return place.credential;
	},
	getWorkflowStaticData: () => place.state,
	logger: strict('logger', {
		info: (words: string) => place.log.push(`info: ${words}`),
		warn: (words: string) => place.log.push(`warn: ${words}`),
	}),
});
