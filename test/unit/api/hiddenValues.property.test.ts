import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { withoutHeaders } from '../../../nodes/api/webhooks';

/** Whatever a service shows of a webhook's headers is hidden, and nothing else is. */

const SECRET = '5ec2e7'.repeat(10);

const text = fc.constantFrom(SECRET, `Bearer ${SECRET}`, [SECRET, SECRET]);

const headers = fc.oneof(
	fc.dictionary(fc.constantFrom('X-Webhook-Secret', 'Authorization', '__proto__'), text),
	fc.array(fc.record({ name: fc.constant('X-Webhook-Secret'), value: text })),
	fc.array(fc.record({ key: fc.constant('X-Webhook-Secret'), value: text })),
	fc.array(fc.tuple(fc.constant('X-Webhook-Secret'), text)),
	fc.record({ header: fc.array(fc.record({ name: fc.constant('X-Team'), value: text })) }),
	fc.constant(`X-Webhook-Secret: ${SECRET}`),
	fc.constant(null),
);

const plain = fc.dictionary(
	fc.string().filter((name) => !/^headers?$/i.test(name)),
	fc.jsonValue({ maxDepth: 2 }).filter((value) => !/"headers?":/i.test(JSON.stringify(value))),
);

it('in any form and at any depth', () => {
	const property = fc.property(
		plain,
		headers,
		fc.constantFrom('headers', 'Headers', 'header'),
		fc.constantFrom(
			(inside: object) => inside,
			(inside: object) => ({ subscription: inside }),
			(inside: object) => ({ actions: [{ webhook: inside }] }),
		),
		(others, given, name, at) => {
			const shown = withoutHeaders(at({ ...others, [name]: given }) as IDataObject);
			expect(JSON.stringify(shown)).not.toContain(SECRET);
			// The same without the headers is as it was.
			const without = withoutHeaders(at(others) as IDataObject);
			expect(without).toStrictEqual(JSON.parse(JSON.stringify(at(others))));
			const kept = JSON.parse(JSON.stringify(shown), (field, value) =>
				field === name && /^headers?$/i.test(field) ? undefined : value,
			);
			expect(kept).toStrictEqual(without);
		},
	);
	fc.assert(property);
});
