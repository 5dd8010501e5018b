import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../../utils/json';

/**
 * A contact with each personal info as a field of its own (`Voornaam`, `E-mailadres`, …) in place
 * of the list of names and values. The fields of a listed contact are not shown by the interface:
 * all others stay as they are, and a contact without such a list is left alone.
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
