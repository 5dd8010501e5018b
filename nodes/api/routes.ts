import type { Route } from '../transport/requestOptions';

/**
 * Each route by the `operationId` that sandbox/openapi.yaml gives it. What is of `kind` read may be
 * sent again after a fault; a write never is, unless it was plainly refused. `purpose` completes
 * "Could not …" in errors.
 */
export const routes = {
	listContacts: {
		method: 'GET',
		path: '/api/v1/contacts',
		kind: 'read',
		purpose: 'list the contacts',
	},
	createContact: {
		method: 'PUT',
		path: '/api/v1/contacts',
		kind: 'write',
		purpose: 'create the contact',
	},
	listQuotations: {
		method: 'GET',
		path: '/api/v1/quotations',
		kind: 'read',
		purpose: 'list the quotations',
	},
	getQuotationInfo: {
		method: 'GET',
		path: '/api/v1/quotations/info',
		kind: 'read',
		purpose: 'fetch the quotation',
	},
	getQuotationPdf: {
		method: 'GET',
		path: '/api/v1/quotations/pdf',
		kind: 'read',
		purpose: 'download the quotation',
	},
	listHistory: {
		method: 'POST',
		path: '/contact-service/api/v1/{profileId}/history',
		kind: 'read',
		purpose: 'fetch the deal history',
	},
	listStatuses: {
		method: 'POST',
		path: '/contact-service/api/v1/{profileId}/history/statuses',
		kind: 'read',
		purpose: 'fetch the statuses',
	},
	listUsers: {
		method: 'POST',
		path: '/company-profile-service/get-users-for-company-profile',
		kind: 'read',
		purpose: 'fetch the users',
	},
	listSubscriptions: {
		method: 'GET',
		path: '/api/v1/list',
		kind: 'read',
		purpose: 'list the webhooks',
	},
	subscribe: {
		method: 'POST',
		path: '/api/v1/subscribe',
		kind: 'write',
		purpose: 'register the webhook',
	},
	// Removing the same subscription twice leaves the same state behind: safe to send again.
	unsubscribe: {
		method: 'DELETE',
		path: '/api/v1/unsubscribe',
		kind: 'read',
		purpose: 'unregister the webhook',
	},
} as const satisfies Record<string, Route>;
