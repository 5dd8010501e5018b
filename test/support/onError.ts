import fc from 'fast-check';
import type { INode } from 'n8n-workflow';

/** The choices of "On Error". */
export const anyOnError = fc.constantFrom<INode['onError']>(
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
);
