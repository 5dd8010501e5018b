import { audienceId, concurrency, pageSize } from '../../../descriptions/fields';
import { optionsOf } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { contactType, extraColumns, personalInfos, recognizedColumns, timestamp } from './fields';
import { prepareImport } from './import';
import { dryRun, ifExists, importResult, lookUpUncertain, matchBy } from './import/settings';

export const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Create a contact in an audience',
	builderHint: {
		propertyHint:
			"Takes all rows of an import in one run: no Loop Over Items around it, no look-up before it. With ifExists 'skip' an import can be run again.",
	},
	kind: 'single',
	done: 'created',
	properties: [
		audienceId,
		personalInfos,
		recognizedColumns,
		ifExists,
		matchBy,
		dryRun,
		optionsOf([
			contactType,
			extraColumns,
			lookUpUncertain,
			importResult,
			{
				...pageSize,
				description: 'How many contacts to ask for at a time where the audience is listed',
			},
			concurrency,
			timestamp,
		]),
	],
	settings: ['ifExists', 'matchBy', 'dryRun'],
	prepare: prepareImport,
});
