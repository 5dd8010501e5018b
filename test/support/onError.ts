import fc from 'fast-check';
import type { INode } from 'n8n-workflow';

/** What the person chose for "On Error". */
export const anyOnError = fc.constantFrom<INode['onError']>(
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
);
