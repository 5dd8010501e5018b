import { listContacts, simplifyContact } from '../../../api/contacts';
import { audienceOf } from '../../../transport/connection';
import { audienceId, optionsOf, pageSize, simplify } from '../../../descriptions/fields';
import { limit, limitedPages, listOptions, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Get the contacts of an audience',
	kind: 'list',
	properties: [audienceId, returnAll, limit, simplify, optionsOf([pageSize])],
	run(call) {
		const { connection, parameters } = call;
		const audience = audienceOf(connection, parameters.audienceId);
		const pages = listContacts(connection, audience, listOptions(parameters));
		return limitedPages(pages, call, (contact) =>
			parameters.simplify ? simplifyContact(contact) : contact,
		);
	},
});
