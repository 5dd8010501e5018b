import type { OpenAPIBackend } from 'openapi-backend';

import { nameOf, type Naming } from './examine/names.ts';
import { type Told, told, word } from './examine/told.ts';

/** Where an answer is not as the description of the service says. */
export interface Difference {
	operation: Told;
	path: Told;
	rule: Told;
}

interface Fault {
	instancePath?: string;
	keyword?: string;
	params?: Record<string, unknown>;
}

/** Rules that say no more than that others below them failed. */
const ABOVE = ['anyOf', 'oneOf', 'allOf', 'if', 'not'];

/** How an answer with data differs, by path and rule: neither holds a value. */
export function differencesOf(
	api: OpenAPIBackend,
	operationId: string,
	{ status, data }: { status: number; data: unknown },
	naming: Naming,
): Difference[] {
	const operation = api.getOperation(operationId)!;
	const by = described(operationId);
	if (!(status in (operation.responses ?? {}))) {
		return [{ operation: by, path: word('(status)'), rule: word('is not described') }];
	}
	const faults: Fault[] = api.validateResponse(data, operation, status).errors ?? [];
	const below = faults.filter(({ keyword = '' }) => !ABOVE.includes(keyword));
	const deep = below.filter(({ instancePath, keyword }) => instancePath || keyword !== 'type');
	return distinct(
		(deep.length > 0 ? deep : below).map((fault) => ({
			operation: by,
			path: pathOf(fault.instancePath ?? '', naming),
			rule: ruleOf(fault, naming),
		})),
	);
}

export function distinct(differences: readonly Difference[]): Difference[] {
	return [...new Map(differences.map((one) => [JSON.stringify(one), one])).values()];
}

function pathOf(pointer: string, naming: Naming): Told {
	const parts = pointer.split('/').slice(1);
	if (parts.length === 0) return word('(whole answer)');
	return parts.reduce<Told>((path, part) => {
		if (/^\d+$/.test(part)) return told`${path}[]`;
		const name = nameOf(part.replaceAll('~1', '/').replaceAll('~0', '~'), naming);
		return path === '' ? name : told`${path}.${name}`;
	}, '' as Told);
}

/** What the rule wants stands in the description; only the name of a field that is too much does not. */
function ruleOf({ keyword = '', params = {} }: Fault, naming: Naming): Told {
	switch (keyword) {
		case 'required':
			return told`lacks ${nameOf(String(params.missingProperty), naming)}`;
		case 'additionalProperties':
			return told`has another field: ${nameOf(String(params.additionalProperty), naming)}`;
		case 'type':
			return told`is not of the type ${described(params.type)}`;
		case 'format':
			return told`has not the format ${described(params.format)}`;
		default:
			return RULES.includes(keyword)
				? told`breaks the rule ${described(keyword)}`
				: word('is otherwise');
	}
}

/** It stands in the description itself. */
const described = (value: unknown): Told => String(value) as Told;

const RULES = 'pattern const enum minimum maximum minLength maxLength minProperties minItems'.split(
	' ',
);
