import { audienceId, concurrency, pageSize } from '../../../descriptions/fields';
import { optionsOf } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import {
	contactType,
	dryRun,
	extraColumnsOfItems,
	ifExists,
	matchBy,
	personalInfos,
	recognizedColumns,
	resultOfRows,
	SETTINGS,
	timestamp,
} from './fields';
import { runImport } from './importRun';
import { rowsOfItems } from './rows';

export const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Create a contact in an audience',
	builderHint: {
		propertyHint:
			"Takes all rows of an import in one run: no Loop Over Items around it, no look-up before it. With ifExists 'skip', the default, it can be run again. For a file take Contact: Import From File.",
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
		resultOfRows,
		optionsOf([
			contactType,
			extraColumnsOfItems,
			{
				...pageSize,
				description: 'How many contacts to ask for at a time where the audience is listed',
			},
			concurrency,
			timestamp,
		]),
	],
	settings: SETTINGS,
	runAll: async (batch) =>
		await runImport(batch, {
			read: async (items) => ({ rows: await rowsOfItems(items), problems: new Map() }),
			result: resultOfRows,
			reportsEach: false,
		}),
});
