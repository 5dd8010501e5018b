import type { IDataObject } from 'n8n-workflow';

import { listContacts } from '../../../api/contacts';
import { toUuid } from '../../../utils/uuid';
import {
	concurrency,
	limit,
	listOptions,
	optionsOf,
	pageSize,
	returnAll,
} from '../../execution/commonFields';
import { operation, outputs } from '../../execution/operation';
import { audienceId } from './fields';
import { isObject } from '../../../utils/json';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Get the contacts of an audience',
	kind: 'list',
	properties: [
		audienceId,
		returnAll,
		limit,
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: true,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		optionsOf([pageSize, concurrency]),
	],
	async *run({ connection, parameters }) {
		const audience = toUuid(parameters.audienceId, 'Audience ID');
		for await (const rows of listContacts(connection, audience, listOptions(parameters))) {
			yield outputs(parameters.simplify ? rows.map(simplifyContact) : rows);
		}
	},
});

/**
 * A contact with each personal info as a field of its own (`Voornaam`, `E-mailadres`, …) in place
 * of the list of names and values. All other fields, which are not shown (operation `listContacts`),
 * stay as they are. A contact without such a list is left alone.
 */
export function simplifyContact(contact: IDataObject): IDataObject {
	const { standard_personal_infos: infos, ...others } = contact;
	if (!Array.isArray(infos)) return contact;
	const simple = new Map(Object.entries(others));
	const left: unknown[] = [];
	for (const info of infos) {
		if (isObject(info) && typeof info.name === 'string' && !simple.has(info.name)) {
			simple.set(info.name, info.value);
		} else {
			left.push(info);
		}
	}
	// Two values under one name, or a name that is a field already: nothing of it is dropped.
	if (left.length > 0) simple.set('standard_personal_infos', left as IDataObject[]);
	return Object.fromEntries(simple);
}
