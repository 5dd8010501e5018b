import type { SalesCrmTrigger } from '../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';

/** A process of n8n, as far as the trigger keeps something in it. */
export interface TriggerProcess {
	trigger: SalesCrmTrigger;
	/** It ends and begins anew. */
	restart(): void;
}

type Node = typeof import('../../nodes/SalesCrmTrigger/SalesCrmTrigger.node');
type State = typeof import('../../nodes/SalesCrmTrigger/state');

function load(): TriggerProcess {
	const { SalesCrmTrigger: Trigger } = jest.requireActual<Node>(
		'../../nodes/SalesCrmTrigger/SalesCrmTrigger.node',
	);
	const { processMemory } = jest.requireActual<State>('../../nodes/SalesCrmTrigger/state');
	return {
		trigger: new Trigger(),
		restart: () => processMemory.clear(),
	};
}

export const mainProcess = load();

/** One beside it, with modules of its own: another host, or a process that serves webhooks. */
export function anotherProcess(): TriggerProcess {
	let process!: TriggerProcess;
	jest.isolateModules(() => {
		process = load();
	});
	return process;
}
