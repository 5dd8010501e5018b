import { audienceId, optionsOf } from '../../../descriptions/fields';
import { operation } from '../../execution/operation';
import {
	dryRun,
	extraColumns,
	ifExists,
	matchBy,
	personalInfos,
	recognizedColumns,
	resultOfRows,
	SETTINGS,
	writeOptions,
} from './fields';
import { runImport } from './import/run';
import { rowsOfItems } from './import/itemTable';

/** Fields that are mapped by hand are all sent. */
const { displayOptions } = recognizedColumns;

export const create = operation({
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	description: 'Create a contact in an audience',
	builderHint: {
		propertyHint:
			"Takes all rows of an import in one run: no Loop Over Items around it, no look-up before it. With ifExists 'skip', the default, it can be run again. For a file use Contact: Import From File.",
	},
	kind: 'single',
	properties: [
		audienceId,
		personalInfos,
		recognizedColumns,
		ifExists,
		matchBy,
		optionsOf([dryRun, { ...extraColumns, displayOptions }, resultOfRows, ...writeOptions]),
	],
	settings: SETTINGS,
	runAll: async (batch) => await runImport(batch, async (items) => [await rowsOfItems(items)]),
});
