import { isGenuine, SECRET_HEADER } from '../../../nodes/SalesCrmTrigger/deliveryCheck';

/** Whether a call comes from the service: it knows the value that was registered with the webhook. */

const registered = 'f00d'.repeat(16);

const from = (value: unknown) => ({ [SECRET_HEADER.toLowerCase()]: value }) as never;

it('the registered value lets a call in', () => {
	expect(isGenuine(from(registered), registered)).toBe(true);
});

it.each([
	['another value', 'beef'.repeat(16)],
	['another in its last character', `${registered.slice(0, -1)}e`],
	['a longer value', `${registered}0`],
	['a shorter value', registered.slice(0, -1)],
	['upper case', registered.toUpperCase()],
	['an empty value', ''],
	['no header', undefined],
	['the header twice, as n8n may give it in a list', [registered, registered]],
	['the header twice, as Node.js joins it', `${registered}, ${registered}`],
	['something that is no text', 5],
])('%s is refused', (_what, value) => {
	expect(isGenuine(from(value), registered)).toBe(false);
});

it.each([[undefined], ['']])('with %p stored, every call is refused', (stored) => {
	for (const value of [registered, '', undefined, 'undefined']) {
		expect(isGenuine(from(value), stored)).toBe(false);
	}
});
