import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../nodes/utils/json';

/**
 * What listed contacts show of what imports look for (interface.md: "not shown"), as the sandbox's
 * switch `contactFields` has it; undefined without contacts, and for anything else.
 */
export type ContactFields = 'all' | 'noEmails' | 'noInfos' | 'flat' | 'noMoment';

export function contactFieldsOf(rows: readonly IDataObject[]): ContactFields | undefined {
	if (rows.length === 0) return undefined;
	const infos = rows.flatMap((row) => row.standard_personal_infos ?? []).filter(isObject);
	const moments = rows.some((row) => typeof row.time_stamp === 'number');
	if (infos.length === 0) return moments ? (rows.some(isFlat) ? 'flat' : 'noInfos') : undefined;
	const emails = infos.some(({ name }) => name === 'E-mailadres');
	if (emails) return moments ? 'all' : 'noMoment';
	return moments ? 'noEmails' : undefined;
}

/** Personal infos as fields of one object: the audience, which is one as well, holds none. */
const isFlat = (row: IDataObject): boolean =>
	Object.entries(row).some(
		([name, value]) =>
			name !== 'audience' && isObject(value) && Object.values(value).filter(isText).length > 1,
	);

const isText = (value: unknown) => typeof value === 'string';
