import type { Operation, Resource } from '../execution/operation';
import { create as createContact } from './contact/create';
import { findDuplicates } from './contact/findDuplicates';
import { getAll as getContacts } from './contact/getAll';
import { importFile } from './contact/import';
import { search } from './contact/search';
import { get as getContactPerson } from './contactPerson/get';
import { getAll as getContactPersons } from './contactPerson/getAll';
import { lookUp } from './contactPerson/lookUp';
import { contractOperations, invoiceOperations } from './document/operations';
import { get as getDeal } from './deal/get';
import { getAll as getDeals } from './deal/getAll';
import { update as updateDeal } from './deal/update';
import { getAll as getChanges } from './history/getAll';
import { getStatusReport } from './history/getStatusReport';
import { getTimeInStatus } from './history/getTimeInStatus';
import { get as getQuotation } from './quotation/get';
import { download, getAll as getQuotations } from './quotation/operations';
import { getAll as getStatuses } from './status/getAll';
import { getAll as getUsers } from './user/getAll';
import { create as createWebhook } from './webhook/create';
import { deleteOperation } from './webhook/delete';
import { getAll as getWebhooks } from './webhook/getAll';

const resource = (value: string, name: string, ...operations: Operation[]): Resource => ({
	value,
	name,
	operations,
});

/** Sorted by name, like the operations of each. */
export const resources: readonly Resource[] = [
	resource('contact', 'Contact', createContact, findDuplicates, getContacts, importFile, search),
	resource('contactPerson', 'Contact Person', getContactPerson, getContactPersons, lookUp),
	resource('contract', 'Contract', ...contractOperations),
	resource('deal', 'Deal', getDeal, getDeals, updateDeal),
	resource('history', 'Deal History', getChanges, getStatusReport, getTimeInStatus),
	resource('status', 'Deal Status', getStatuses),
	resource('invoice', 'Invoice', ...invoiceOperations),
	resource('quotation', 'Quotation', download, getQuotation, getQuotations),
	resource('user', 'User', getUsers),
	resource('webhook', 'Webhook', createWebhook, deleteOperation, getWebhooks),
];
