import type { INodeProperties } from 'n8n-workflow';

const baseUrl: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://crm.example.com',
	description: 'Address of your Sales CRM, without /api/v1 or a page path',
};

/** The names of this machine, alone or before a port or a path, because localhost.example.com is another machine. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'].flatMap((host) => [
	`http://${host}`,
	{ _cnd: { startsWith: `http://${host}:` } },
	{ _cnd: { startsWith: `http://${host}/` } },
]);

/** Shown for plain http to another machine, because the secret would travel unencrypted. */
const plainHttpWarning: INodeProperties = {
	displayName:
		'This address is not encrypted: everyone on the way can read your credential. Use https:// unless the Sales CRM runs on this machine.',
	name: 'plainHttpWarning',
	type: 'notice',
	default: '',
	displayOptions: {
		// No regular expressions, because n8n checks these conditions at every request, and runs each one with a timeout.
		show: { baseUrl: [{ _cnd: { includes: 'http:' } }, { _cnd: { includes: 'HTTP:' } }] },
		hide: { baseUrl: THIS_MACHINE },
	},
};

const pageAddressWarning: INodeProperties = {
	displayName:
		'Only the part of this address before <code>?</code> or <code>#</code> is used. If it is that of a page, leave out its path as well.',
	name: 'cutAddress',
	type: 'notice',
	default: '',
	displayOptions: { show: { baseUrl: [{ _cnd: { includes: '?' } }, { _cnd: { includes: '#' } }] } },
};

/** The address, and warnings about it. */
export const ADDRESS_FIELDS = [baseUrl, plainHttpWarning, pageAddressWarning];

const FIND_IT =
	'To find its ID, open the profile in your Sales CRM: the address of the page may contain it. You can paste the whole address if it contains no other ID.';

const companyProfileId = (hint: string): INodeProperties => ({
	displayName: 'Company Profile ID',
	name: 'companyProfileId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 3f2504e0-…',
	description: `The company profile to work with; a node can name another one. ${FIND_IT}`,
	hint,
});

const defaultAudienceId: INodeProperties = {
	displayName: 'Default Audience ID',
	name: 'audienceId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 3f2504e0-…',
	description:
		'The audience of contacts to work with if a node names none. To find its ID, open the audience in your Sales CRM: the address of the page usually contains it. You can paste the whole address if it contains no other ID.',
	hint: 'May stay empty',
};

/** An API token belongs to one profile. */
export const TOKEN_FIELDS = [companyProfileId('May stay empty'), defaultAudienceId];

/** Any other account may be invited to a second profile later, so its writes must name a profile. */
export const ACCOUNT_FIELDS = [
	companyProfileId(
		'Needed by Contact: Create, Import From File and Deal: Update. For anything else it may stay empty.',
	),
	defaultAudienceId,
];

/** Filled by n8n after a login; a password, so that the editor never receives it. */
export const sessionKey: INodeProperties = {
	displayName: 'Session Key',
	name: 'sessionKey',
	type: 'hidden',
	typeOptions: { expirable: true, password: true },
	default: '',
};
