import type { ListedRecord } from './recordKeys';

/** Rule 6 of `newRecords`: changes of so many records at once that no workflow should start for each. */
export interface MassEdit {
	message: string;
	description: string;
	/** Names of the fields that it is about. */
	fields: string[];
}

const isHalf = (count: number, of: number): boolean => count >= 20 && count * 2 >= of;

const isUnseen = ({ seenAs }: ListedRecord): boolean => seenAs === undefined;

/** One field, or several, in half of the records that were seen before. */
export function massEditOf(listed: ListedRecord[]): MassEdit | undefined {
	const seen = listed.length - listed.filter(isUnseen).length;
	const counts = new Map<string, number>();
	for (const { changedFields = [] } of listed) {
		for (const name of changedFields) counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const edited = [...counts].filter(([, count]) => isHalf(count, seen));
	if (edited.length === 0) return undefined;
	const told = edited.map(([name, count]) => `'${name}' in ${count}`).join(', ');
	return {
		message: `Too many records changed at once to start the workflow for each: of ${seen} records ${told}`,
		description:
			"If such a field differs with each answer of the service, name it in 'Ignore Fields': until then nothing starts the workflow. If somebody edited all these records, nothing needs to be done: these changes start nothing, and all else comes with the next poll.",
		fields: edited.map(([name]) => name),
	};
}

/**
 * Of records that are told by their content.
 * @param gone How many that were seen are in the list no more.
 */
export function massEditByContent(listed: ListedRecord[], gone: number): MassEdit | undefined {
	const unseen = listed.filter(isUnseen).length;
	if (!isHalf(unseen, listed.length) || gone < unseen) return undefined;
	return {
		message: `${unseen} of ${listed.length} records are not as they were at the last poll`,
		description:
			"They have no ID, so they cannot be told from new ones. If a field of theirs differs with each answer of the service, name it in 'Ignore Fields'. If somebody edited or replaced them, nothing needs to be done: they count as seen from now on.",
		fields: [],
	};
}
