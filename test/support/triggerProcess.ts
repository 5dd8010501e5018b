import type { SalesCrmTrigger } from '../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';
import type { TriggerState } from '../../nodes/SalesCrmTrigger/webhookState';

/** A process of n8n, as far as the trigger keeps something in it. */
export interface TriggerProcess {
	trigger: SalesCrmTrigger;
	/** It ends and begins anew. */
	restart(): void;
	/** What it keeps of the webhook with this last part of its address. */
	stateOf(webhookId: string): TriggerState;
}

type Node = typeof import('../../nodes/SalesCrmTrigger/SalesCrmTrigger.node');
type State = typeof import('../../nodes/SalesCrmTrigger/webhookState');

function load(): TriggerProcess {
	const { SalesCrmTrigger: Trigger } = jest.requireActual<Node>(
		'../../nodes/SalesCrmTrigger/SalesCrmTrigger.node',
	);
	const { processMemory } = jest.requireActual<State>('../../nodes/SalesCrmTrigger/webhookState');
	return {
		trigger: new Trigger(),
		restart: () => processMemory.clear(),
		stateOf: (webhookId) =>
			[...processMemory].find(([place]) => place.includes(`"${webhookId}"`))?.[1].state ?? {},
	};
}

export const mainProcess = load();

/** One beside it, with modules of its own: another host, or a process that serves webhooks. */
export function anotherProcess(): TriggerProcess {
	const workflow = jest.requireActual<object>('n8n-workflow');
	let process!: TriggerProcess;
	jest.isolateModules(() => {
		// What n8n brings itself takes long to load, and knows nothing of the trigger.
		jest.doMock('n8n-workflow', () => workflow);
		process = load();
	});
	jest.dontMock('n8n-workflow');
	return process;
}
