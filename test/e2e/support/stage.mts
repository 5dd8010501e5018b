import { startN8n, type RunningN8n } from '../../../tools/n8n/n8n.mts';
import { packPackage } from '../../../tools/n8n/pack.mts';
import { openRest, type Answer, type Rest, type WorkflowNode } from '../../../tools/n8n/rest.mts';
import type { Line } from '../../../tools/n8n/versions.mts';
import { API_TOKEN, PROFILE_ID, SERVICE_ACCOUNT } from '../../../tools/sandbox/identities.mts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../tools/sandbox/server.mts';
import { sharedN8n, sharedSession } from './shared.mts';

/** The line of n8n to test on: the latest 2.x, or the last 1.x where `npm run test:e2e:1.123` says so. */
export const LINE = (process.env.N8N_LINE ?? '2') as Line;

/** How each scheme is called in the node, and the credential type that goes with it. */
export const SCHEMES = {
	apiToken: { type: 'salesCrmApi', data: { apiToken: API_TOKEN } },
	serviceAccount: { type: 'salesCrmServiceAccountApi', data: SERVICE_ACCOUNT },
} as const;
export type Scheme = keyof typeof SCHEMES;

export type Stage = {
	sandbox: Sandbox;
	n8n: RunningN8n;
	rest: Rest;
	/** The sandbox's own view of its data, and its other controls: `/_sandbox<path>`. */
	state(): Promise<Answer>;
	control(method: string, path: string, body?: unknown): Promise<Answer>;
	/** Moves a deal to another status of its pipeline; waits until all hooks were called. */
	move(
		dealIndex?: number,
	): Promise<{ deal: Answer; target: Answer; event: Answer; deliveries: Answer[] }>;
	/** A node of ours, with the credential of a scheme. */
	crm(
		scheme: Scheme,
		parameters: Record<string, Answer>,
		more?: Partial<WorkflowNode>,
	): WorkflowNode;
	trigger(scheme: Scheme, parameters?: Record<string, Answer>): WorkflowNode;
	close(): Promise<void>;
};

const say = (line: string) => console.error(`  ${line}`);

export type StageOptions = {
	sandbox?: SandboxOptions;
	/** For tests that restart or kill n8n, look at its log, or want it empty. All others share one. */
	ownN8n?: boolean;
	/** Settings of n8n; they ask for an n8n of its own. */
	env?: Record<string, string>;
	/** Whether an n8n of its own has an editor, as the shared one has. */
	editor?: boolean;
};

/** A real n8n with the packed package in it, beside a sandbox CRM, and a credential of each scheme. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
	const { env, editor } = options;
	const isApart = options.ownN8n || env !== undefined;
	const shared = isApart ? undefined : sharedN8n();
	// `test/e2e/main.mts` packs once for all files; a file that is run by itself packs on its own.
	const pack = async () => process.env.SALES_CRM_TARBALL ?? (await packPackage(say));
	const own = async () =>
		await startN8n({
			line: LINE,
			tarball: await pack(),
			env,
			withoutEditor: isApart && !editor,
			say,
		});
	const n8n = shared ?? (await own());
	const rest = await openRest(n8n.url, LINE, env?.WEBHOOK_URL, sharedSession(n8n.url));
	const sandbox = await startSandbox(options.sandbox);

	const credentials = new Map<Scheme, Record<string, { id: string; name: string }>>();
	for (const [scheme, { type, data }] of Object.entries(SCHEMES)) {
		const content = { baseUrl: sandbox.url, companyProfileId: PROFILE_ID, ...data };
		const reference = await rest.createCredential(type, `Sandbox ${scheme}`, content);
		credentials.set(scheme as Scheme, { [type]: reference });
	}

	const control = async (method: string, path: string, body?: unknown): Promise<Answer> => {
		const response = await fetch(`${sandbox.url}/_sandbox${path}`, {
			method,
			headers: body === undefined ? {} : { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`the sandbox answered ${response.status}: ${text}`);
		return text === '' ? undefined : JSON.parse(text);
	};
	const state = async () => await control('GET', '/state');
	return {
		sandbox,
		n8n,
		rest,
		control,
		state,
		async move(dealIndex = 0) {
			const { deals, statuses } = await state();
			const deal = deals[dealIndex];
			const target = statuses.find(
				(one: Answer) => one.backlog_id === deal.backlogId && one.id !== deal.statusId,
			);
			const moved = await control('POST', `/deals/${deal.id}/move`, { statusId: target.id });
			return { ...moved, deal, target };
		},
		crm: (scheme, parameters, more = {}) => ({
			name: 'Sales CRM',
			type: 'n8n-nodes-sales-crm.salesCrm',
			typeVersion: 1,
			parameters: { authentication: scheme, ...parameters },
			credentials: credentials.get(scheme),
			...more,
		}),
		trigger: (scheme, parameters = {}) => ({
			name: 'Sales CRM Trigger',
			type: 'n8n-nodes-sales-crm.salesCrmTrigger',
			typeVersion: 1.1,
			webhookId: crypto.randomUUID(),
			parameters: { authentication: scheme, ...parameters },
			credentials: credentials.get(scheme),
		}),
		async close() {
			if (!shared) await n8n.stop();
			await sandbox.close();
		},
	};
}
