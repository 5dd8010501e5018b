import { addressOf } from '../../../nodes/transport/requestOptions';
import { parseBaseUrl } from '../../../nodes/transport/credential';
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
		expect(() => parseBaseUrl(entered)).toThrow('contains more than an address');
	});

	it('is repeated no further than is needed to see what it is', () => {
		expect(() => parseBaseUrl(`ftp://${'x'.repeat(500)}`)).toThrow(
			expect.objectContaining({
				description: expect.stringMatching(/^"ftp:..x{114}" was entered/),
			}),
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
		expect(addressOf('https://crm.example', routes.listHistory, 'abc')).toBe(
			'https://crm.example/contact-service/api/v1/abc/history',
		);
	});
});
