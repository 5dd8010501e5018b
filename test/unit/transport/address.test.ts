import fc from 'fast-check';

import { addressOf, parseBaseUrl } from '../../../nodes/transport/requestOptions';
import { routes } from '../../../nodes/api/routes';

describe('the base URL', () => {
	it.each([
		['https://crm.example', 'https://crm.example'],
		['https://crm.example/', 'https://crm.example'],
		['https://crm.example///', 'https://crm.example'],
		[' https://crm.example ', 'https://crm.example'],
		['\u00a0https://crm.example\u00a0', 'https://crm.example'],
		['https://CRM.example:443/', 'https://crm.example'],
		['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
		['https://crm.example/gateway/crm/', 'https://crm.example/gateway/crm'],
		['crm.example', 'https://crm.example'],
		['crm.example:8443/x', 'https://crm.example:8443/x'],
		['localhost:4010', 'https://localhost:4010'],
	])('%p is %p', (entered, address) => {
		expect(parseBaseUrl(entered)).toBe(address);
	});

	it.each([[''], [undefined], ['ftp://crm.example'], ['javascript:alert(1)'], ['https://']])(
		'%p is refused: not a web address',
		(entered) => {
			expect(() => parseBaseUrl(entered)).toThrow("The credential's Base URL is not a web address");
		},
	);

	it.each([
		['https://crm.example?profile=1'],
		['https://crm.example/#/login'],
		['https://someone@crm.example'],
		['https://:word@crm.example'],
	])('%p is refused: more than an address', (entered) => {
		expect(() => parseBaseUrl(entered)).toThrow('holds more than an address');
	});

	it('is repeated no further than is needed to see what it is', () => {
		expect(() => parseBaseUrl(`ftp://${'x'.repeat(500)}`)).toThrow(
			expect.objectContaining({ description: expect.stringMatching(/^Got "ftp:..x{114}";/) }),
		);
	});

	it('is not repeated with what may be a password in it', () => {
		expect(() => parseBaseUrl('https://someone:something@crm.example')).toThrow(
			expect.objectContaining({ description: expect.not.stringContaining('something') }),
		);
	});
});

describe('the address of a route', () => {
	it('follows the base URL and its path', () => {
		expect(addressOf('https://crm.example/crm', routes.listContacts)).toBe(
			'https://crm.example/crm/api/v1/contacts',
		);
		expect(addressOf('https://crm.example', routes.listHistory, { companyProfileId: 'abc' })).toBe(
			'https://crm.example/contact-service/api/v1/abc/history',
		);
	});

	it.each([
		['a/b', 'a%2Fb'],
		['../../admin', '..%2F..%2Fadmin'],
		['a?b=c#d', 'a%3Fb%3Dc%23d'],
		['één', '%C3%A9%C3%A9n'],
	])('escapes %p', (companyProfileId, escaped) => {
		expect(addressOf('https://crm.example', routes.listStatuses, { companyProfileId })).toBe(
			`https://crm.example/contact-service/api/v1/${escaped}/history/statuses`,
		);
	});

	it('never leads to another path, whatever is filled in', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1 }), (profileId) => {
				fc.pre(!['.', '..'].includes(profileId));
				const url = new URL(
					addressOf('https://crm.example', routes.listHistory, { companyProfileId: profileId }),
				);
				expect(url.pathname.split('/')).toHaveLength(6);
				expect([url.host, url.search, url.hash]).toEqual(['crm.example', '', '']);
			}),
		);
	});
});

it.each(['.', '..', ''])('a part of a path that is %j is refused', (profileId) => {
	expect(() =>
		addressOf('https://crm.example', routes.listHistory, { companyProfileId: profileId }),
	).toThrow('Could not fetch the deal history: no such id');
});
