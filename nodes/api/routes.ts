import type { Route } from '../transport/types';

/**
 * Each route by the `operationId` that tools/sandbox/openapi.yaml gives it. What is of `kind` read may be
 * sent again after a fault, and so may what is idempotent; a write never is, unless it was plainly
 * refused. `purpose` completes
 * "Could not …" in errors, `subject` is what was not found where the service answers that.
 */
export const routes = {
	listContacts: {
		method: 'GET',
		path: '/api/v1/contacts',
		kind: 'read',
		purpose: 'list the contacts',
		subject: 'the audience',
	},
	createContact: {
		method: 'PUT',
		path: '/api/v1/contacts',
		kind: 'write',
		purpose: 'create the contact',
		subject: 'the audience',
	},
	listQuotations: {
		method: 'GET',
		path: '/api/v1/quotations',
		kind: 'read',
		purpose: 'list the quotations',
		subject: 'the company profile',
	},
	getQuotationInfo: {
		method: 'GET',
		path: '/api/v1/quotations/info',
		kind: 'read',
		purpose: 'fetch the quotation',
		subject: 'the quotation',
	},
	getQuotationPdf: {
		method: 'GET',
		path: '/api/v1/quotations/pdf',
		kind: 'read',
		purpose: 'download the quotation',
		subject: 'the quotation',
	},
	listHistory: {
		method: 'POST',
		path: '/contact-service/api/v1/{companyProfileId}/history',
		kind: 'read',
		purpose: 'fetch the deal history',
		subject: 'the company profile',
	},
	listStatuses: {
		method: 'POST',
		path: '/contact-service/api/v1/{companyProfileId}/history/statuses',
		kind: 'read',
		purpose: 'fetch the statuses',
		subject: 'the company profile',
	},
	listUsers: {
		method: 'POST',
		path: '/company-profile-service/get-users-for-company-profile',
		kind: 'read',
		purpose: 'fetch the users',
		subject: 'the company profile',
	},
	listSubscriptions: {
		method: 'GET',
		path: '/api/v1/list',
		kind: 'read',
		purpose: 'list the webhooks',
		subject: 'the company profile',
	},
	subscribe: {
		method: 'POST',
		path: '/api/v1/subscribe',
		kind: 'write',
		purpose: 'create the webhook',
		subject: 'the company profile',
	},
	unsubscribe: {
		method: 'DELETE',
		path: '/api/v1/unsubscribe',
		kind: 'idempotent',
		purpose: 'delete the webhook',
		subject: 'the webhook',
	},
} as const satisfies Record<string, Route>;
