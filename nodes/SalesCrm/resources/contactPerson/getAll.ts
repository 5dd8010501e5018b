import { listContactPersons, personNames } from '../../../api/contactPersons';
import { optionsOf, simplify } from '../../../descriptions/fields';
import { matchesSearch, readSearch } from '../../../utils/search';
import { limit, limited, returnAll } from '../../execution/commonFields';
import { operation } from '../../execution/operation';
import { contactPersonItem } from './get';

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contact persons',
	description:
		'Find contact persons by name, email or phone, or get all of them, if your Sales CRM offers them',
	kind: 'list',
	properties: [
		{
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. jansen, or 06 12345678',
			description:
				'Only contact persons whose name or email contains each of these words, or that have this phone number. Case, accents and punctuation do not matter. Leave empty for all.',
		},
		returnAll,
		limit,
		simplify,
		optionsOf([]),
	],
	async run(call) {
		const { connection, parameters } = call;
		const search = readSearch(parameters.search);
		const all = await listContactPersons(connection);
		const found = all.filter((person) => {
			const { name, email, phone } = personNames(person);
			return matchesSearch(search, `${name ?? ''} ${email ?? ''}`, phone);
		});
		return limited(found, call, parameters.simplify ? contactPersonItem : (person) => person);
	},
});
