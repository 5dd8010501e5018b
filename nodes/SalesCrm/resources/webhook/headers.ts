import type { IDataObject } from 'n8n-workflow';

import { UserError } from '../../../utils/userError';
import { textOf } from '../../../utils/text';

/** RFC 9110, section 5.1: what a header name may consist of. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The map of header names to values, from the pairs entered in the node. */
export function headersOf(entered: IDataObject): Record<string, string> {
	const pairs = (entered.header ?? []) as Array<{ name: string; value: string }>;
	const headers: Record<string, string> = {};
	for (const { name, value } of pairs) {
		const text = textOf(value);
		if (!HEADER_NAME.test(name ?? '') || /[\r\n]/.test(text)) {
			throw new UserError(
				`'${String(name).slice(0, 80)}' cannot be sent as a header`,
				'A header name has letters, digits and hyphens only; a value stands on one line.',
			);
		}
		headers[name] = text;
	}
	return headers;
}
