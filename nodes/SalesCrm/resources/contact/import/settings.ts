import type { IExecuteFunctions } from 'n8n-workflow';

import { UserError } from '../../../../utils/userError';
import { quoted } from '../../../../utils/text';
import { chosenOption, toList, toSwitch } from '../../../../utils/values';
import { listOptions } from '../../../execution/commonFields';
import type { Property } from '../../../execution/parameters';
import { type Kind, KINDS } from '../matching';

/** What people may set about imports that can be run again. */

export const ifExists = {
	displayName: 'If Contact Exists',
	name: 'ifExists',
	type: 'options',
	default: 'createAnyway',
	description:
		'What to do with a row whose contact is in the audience already, or came in an earlier row. For all but Create Anyway the audience is listed once before anything is sent.',
	builderHint: {
		propertyHint:
			"Take 'skip' for an import that may be run again, 'createAnyway' only where doubles do no harm. Items of 'skip', of 'fail' and of a dry run say in outcome what became of the row: created, existing, duplicate, foundAfterwards, wouldCreate, failed or uncertain.",
	},
	options: [
		{
			name: 'Create Anyway',
			value: 'createAnyway',
			description: 'Create a contact of every row, without looking',
		},
		{
			name: 'Fail',
			value: 'fail',
			description:
				'Check all rows first, and fail those that exist. Nothing is sent then, unless On Error is Continue.',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Create only what is not there yet: an import that broke off can be run again',
		},
	],
} as const satisfies Property;

export const matchBy = {
	displayName: 'Match By',
	name: 'matchBy',
	type: 'multiOptions',
	default: ['email'],
	description:
		'What a contact is recognized by; any one that equals will do. Emails compare without case, phone numbers by their digits.',
	builderHint: {
		propertyHint:
			"An array of 'email', 'phone' or both. Set it only where ifExists is 'skip' or 'fail'.",
	},
	displayOptions: { show: { ifExists: ['skip', 'fail'] } },
	options: [
		{ name: 'Email', value: 'email' },
		{ name: 'Phone', value: 'phone' },
	],
} as const satisfies Property;

export const dryRun = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to do everything but create: each item shows what would be sent, what would become of it, and warnings about values that cannot be right',
} as const satisfies Property;

export const lookUpUncertain = {
	displayName: 'Look Up Uncertain Rows',
	name: 'lookUpUncertain',
	type: 'boolean',
	default: true,
	description:
		'Whether to look in the audience, after the last row, for contacts that may have been created although the service did not answer',
} as const satisfies Property;

export const importResult = {
	displayName: 'Result',
	name: 'result',
	type: 'options',
	default: 'rows',
	description:
		'What the node gives: an item for each row, or one report of the import. For a report no failure of a row stops the run.',
	builderHint: {
		propertyHint:
			"'report' gives one item, not one per row: counts by outcome, failures, and the binary property notImported, a CSV file of the rows that did not get in. There is no such file where all rows did.",
	},
	options: [
		{
			name: 'Report',
			value: 'report',
			description: 'One item with counts, and a file of the rows that did not get in',
		},
		{ name: 'Rows', value: 'rows', description: 'An item for each row' },
	],
} as const satisfies Property;

/** Asked before the settings are read: what is wrong with them may be the error of a report. */
export const wantsReport = (context: IExecuteFunctions): boolean =>
	chosenResult(context) === 'report';

const chosenResult = (context: IExecuteFunctions): unknown =>
	(context.getNodeParameter('options', 0, {}) as Record<string, unknown>).result ??
	importResult.default;

export type ImportSettings = ReturnType<typeof importSettings>;

/** Reads them at the first item. @throws UserError for a value that there is not, as an expression may give. */
export function importSettings(context: IExecuteFunctions) {
	const read = ({ name, default: fallback }: Property): unknown =>
		context.getNodeParameter(name, 0, fallback) ?? fallback;
	const options = context.getNodeParameter('options', 0, {}) as Record<string, unknown>;
	const looksUp = options.lookUpUncertain ?? lookUpUncertain.default;
	return {
		ifExists: chosenOption(read(ifExists), ifExists),
		matchBy: chosenKinds(read(matchBy)),
		dryRun: toSwitch(read(dryRun), dryRun.displayName),
		result: chosenOption(chosenResult(context), importResult),
		lookUpUncertain: toSwitch(looksUp, lookUpUncertain.displayName),
		/** How an audience is listed. */
		list: listOptions({ returnAll: true, limit: 1, options }),
	};
}

/** In the order of `KINDS`; never empty. */
function chosenKinds(value: unknown): Kind[] {
	const wanted = toList(value, matchBy.displayName);
	const known = KINDS.filter((kind) => wanted.includes(kind));
	if (known.length > 0 && known.length === new Set(wanted).size) return known;
	throw new UserError(
		`'${matchBy.displayName}' must be one or more of ${KINDS.join(', ')}`,
		`Got ${quoted(value)}.`,
	);
}
