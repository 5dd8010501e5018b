import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { PERSONAL_INFO_NAMES } from '../api/types';

/** The nine known names: the ids are the service's own, shown with their English meaning. */
export async function getPersonalInfoFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const fields = Object.entries(PERSONAL_INFO_NAMES).map(([id, meaning]) => ({
		id,
		displayName: `${meaning} (${id})`,
		type: 'string' as const,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
	}));
	return { fields };
}
