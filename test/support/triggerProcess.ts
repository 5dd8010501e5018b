import type { SalesCrmTrigger } from '../../nodes/SalesCrmTrigger/SalesCrmTrigger.node';

/** A process of n8n, with what the trigger keeps in it. */
export interface TriggerProcess {
	trigger: SalesCrmTrigger;
	/** Ends it and starts it again. */
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
		restart: () => processMemory['entries'].clear(),
	};
}

export const mainProcess = load();

/** A process with modules of its own, such as another host or one that serves webhooks. */
export function anotherProcess(): TriggerProcess {
	let process!: TriggerProcess;
	jest.isolateModules(() => {
		process = load();
	});
	return process;
}
