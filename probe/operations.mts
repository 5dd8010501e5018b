import { routes } from '../nodes/api/routes.ts';

/**
 * All that the probe may ask: an allow-list, not what `kind` says, for that is about sending again
 * (removing a webhook counts as a read there).
 */
export const READS = {
	listContacts: routes.listContacts,
	listQuotations: routes.listQuotations,
	getQuotationInfo: routes.getQuotationInfo,
	getQuotationPdf: routes.getQuotationPdf,
	listHistory: routes.listHistory,
	listStatuses: routes.listStatuses,
	listUsers: routes.listUsers,
	listSubscriptions: routes.listSubscriptions,
} as const;

/** By the name that the description of the service gives it. */
export type Operation = keyof typeof READS;

export const LOGIN_PATHS = ['/login-api', '/authentication-service/login-api'] as const;
