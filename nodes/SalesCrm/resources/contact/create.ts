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
	prepare: prepareImport,
});
