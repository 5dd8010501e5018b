import type { Route } from '../transport/types';

/**
 * @param kind A read or an idempotent request is sent again after a fault; a write only if it was certainly not carried out.
 * @param purpose Completes "Could not …" in errors.
 * @param subject What was not found, if the service answers that.
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

const both = (described: Route, method: Route['method'], path: string) => ({
	described,
	published: { ...described, method, path },
});

/** Requests that only the published description has. */
const onlyPublished = (path: string, purpose: string, subject?: string) => ({
	published: read('GET', path, purpose, subject),
});

/** As published, the same path with a prefix. */
const behind = (prefix: string, described: Route) =>
	both(described, described.method, `${prefix}${described.path}`);

const HISTORY = '/contact-service/api/v1/{companyProfileId}/history';
const USERS = '/company-profile-service/get-users-for-company-profile';
const PERSONS = '/contact-service/{companyProfileId}/contact-persons';
const BOARDS = '/contact-service/{companyProfileId}/boards';
const ITEMS = 'backlogs/{pipelineId}/items';
const DOCUMENTS = '/document-service/v1/{companyProfileId}';
const QUOTATIONS = `${DOCUMENTS}/quotations`;

const updateRoute = (path: string) => write('PATCH', path, 'update the deal', 'the deal');

/**
 * Each operation by its name in tools/sandbox/openapi.yaml: `described` is the interface that this package was made for,
 * `published` the service's own specification. `ways.ts` asks the first, then the other.
 */
export const routes = {
	listContacts: {
		described: read('GET', '/api/v1/contacts', 'list the contacts', 'the audience'),
	},
	createContact: {
		described: write('PUT', '/api/v1/contacts', 'create the contact', 'the audience'),
	},
	listQuotations: both(read('GET', '/api/v1/quotations', 'list the quotations'), 'GET', QUOTATIONS),
	getQuotation: both(
		read('GET', '/api/v1/quotations/info', 'fetch the quotation', 'the quotation'),
		'GET',
		`${QUOTATIONS}/{id}`,
	),
	getQuotationPdf: both(
		read('GET', '/api/v1/quotations/pdf', 'download the quotation', 'the quotation'),
		'GET',
		`${QUOTATIONS}/{id}/{artifactName}.pdf`,
	),
	listHistory: both(read('POST', HISTORY, 'fetch the deal history'), 'GET', HISTORY),
	listStatuses: both(
		read('POST', `${HISTORY}/statuses`, 'fetch the statuses'),
		'GET',
		`${HISTORY}/statuses`,
	),
	listUsers: both(
		read('POST', USERS, 'fetch the users'),
		'GET',
		'/company-profile-service/v1/{companyProfileId}/users',
	),
	listSubscriptions: behind('/trigger-service', read('GET', '/api/v1/list', 'list the webhooks')),
	subscribe: behind('/trigger-service', write('POST', '/api/v1/subscribe', 'create the webhook')),
	unsubscribe: behind(
		'/trigger-service',
		idempotent('DELETE', '/api/v1/unsubscribe', 'delete the webhook', 'the webhook'),
	),
	listProfiles: onlyPublished(
		'/company-profile-service/api/v1/profiles',
		'list the company profiles',
		'the list of company profiles',
	),
	listBoards: onlyPublished(BOARDS, 'fetch the boards'),
	listPipelines: onlyPublished(`${BOARDS}/{boardId}/backlogs`, 'fetch the pipelines', 'the board'),
	listItems: onlyPublished(`${BOARDS}/{boardId}/${ITEMS}`, 'list the deals', 'the pipeline'),
	listItemsOfPerson: onlyPublished(
		`/contact-service/{companyProfileId}/${ITEMS}`,
		'list the deals of the contact person',
		'the pipeline',
	),
	getItem: onlyPublished(
		`/contact-service/{companyProfileId}/${ITEMS}/{id}`,
		'fetch the deal',
		'the deal',
	),
	listDocuments: onlyPublished(
		`${DOCUMENTS}/documents/overview`,
		'list the documents with their customers',
	),
	getInvoice: onlyPublished(`${DOCUMENTS}/invoices/{id}`, 'fetch the invoice', 'the invoice'),
	getContract: onlyPublished(`${DOCUMENTS}/contracts/{id}`, 'fetch the contract', 'the contract'),
	getDocumentPdf: onlyPublished(
		`${DOCUMENTS}/documents/{id}/{artifactName}.pdf`,
		'download the document',
		'the document',
	),
	/** Only programs of users show `inPipeline`. They send either a status or a description. */
	updateItem: {
		inPipeline: updateRoute(`/contact-service/{companyProfileId}/${ITEMS}/{id}`),
		onBoard: updateRoute(`${BOARDS}/{boardId}/${ITEMS}/{id}`),
	},
	listContactPersons: onlyPublished(PERSONS, 'list the contact persons'),
	getContactPerson: onlyPublished(
		`${PERSONS}/{contactPersonId}`,
		'fetch the contact person',
		'the contact person',
	),
};
