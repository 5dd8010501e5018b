import type { Route } from '../transport/types';

/**
 * Each route by the `operationId` that tools/sandbox/openapi.yaml gives it. A read may be sent again after a fault,
 * and so may what is idempotent; a write never is, unless it was plainly refused.
 * @param purpose Completes "Could not …" in errors.
 * @param subject What was not found where the service answers that.
 */
const routeOf =
	(kind: Route['kind']) =>
	(method: Route['method'], path: string, purpose: string, subject = 'the company profile') => ({
		kind,
		method,
		path,
		purpose,
		subject,
	});

const read = routeOf('read');
const write = routeOf('write');
const idempotent = routeOf('idempotent');

const HISTORY = '/contact-service/api/v1/{companyProfileId}/history';
const USERS = '/company-profile-service/get-users-for-company-profile';

export const routes = {
	listContacts: read('GET', '/api/v1/contacts', 'list the contacts', 'the audience'),
	createContact: write('PUT', '/api/v1/contacts', 'create the contact', 'the audience'),
	listQuotations: read('GET', '/api/v1/quotations', 'list the quotations'),
	getQuotationInfo: read('GET', '/api/v1/quotations/info', 'fetch the quotation', 'the quotation'),
	getQuotationPdf: read('GET', '/api/v1/quotations/pdf', 'download the quotation', 'the quotation'),
	listHistory: read('POST', HISTORY, 'fetch the deal history'),
	listStatuses: read('POST', `${HISTORY}/statuses`, 'fetch the statuses'),
	listUsers: read('POST', USERS, 'fetch the users'),
	listSubscriptions: read('GET', '/api/v1/list', 'list the webhooks'),
	subscribe: write('POST', '/api/v1/subscribe', 'create the webhook'),
	unsubscribe: idempotent('DELETE', '/api/v1/unsubscribe', 'delete the webhook', 'the webhook'),
};
