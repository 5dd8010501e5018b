import { UserError } from '../utils/userError';
import { withoutInvisible } from '../utils/text';
import type { Property, Reading } from './property';

/** Whether a value is nothing: no value, a text of blanks, or a list of nothing else. */
export const isEmpty = (value: unknown): boolean =>
	Array.isArray(value)
		? value.every(isEmpty)
		: value === undefined ||
			value === null ||
			(typeof value === 'string' && withoutInvisible(value) === '');

export const containsExpression = (entered: unknown): boolean =>
	typeof entered === 'string'
		? entered.startsWith('=')
		: Object.values(Object(entered)).some(containsExpression);

/** Whether a model gives the value (n8n-workflow, `workflow-data-proxy`, `handleFromAi`). */
const isFromModel = (entered: unknown): boolean => /\$fromAI\b/i.test(JSON.stringify(entered));

/** Where a value comes from. */
export interface Origin {
	/** As entered: an expression is a text that begins with "=". */
	readonly entered: unknown;
	readonly isTool: boolean;
	/** Whose value an expression gives, such as " for this item". */
	readonly whose: string;
}

/**
 * Whether the default takes the place of a value. A fixed field that is empty is not set. An expression that comes out
 * empty is an error, because a filter that nobody set lets everything pass; but a model may give nothing for anything.
 * @throws UserError for an empty expression.
 */
export function isLeftOut(property: Property, value: unknown, origin: Origin): boolean {
	const { type, required } = property;
	const { entered, isTool } = origin;
	const { mayBeEmpty, needsValue } = (property.typeOptions ?? {}) as Reading;
	const isText = type === 'string';
	if (containsExpression(entered)) {
		const isOfModel = isTool && isFromModel(entered);
		const isNothing = isEmpty(value) || (isOfModel && !isText && value === 'null');
		if (!isNothing) return false;
		if (isOfModel ? !required && !needsValue : mayBeEmpty) return !isText || isTool || value !== '';
		throw emptyExpression(property, origin.whose);
	}
	if (required) return false;
	return value === undefined || value === null || (value === '' && (!isText || isTool));
}

const emptyExpression = ({ displayName, required }: Property, whose: string): UserError =>
	new UserError(
		`The expression of '${displayName}' is empty${whose}`,
		`Correct the expression${required ? '' : `, or remove it if '${displayName}' is not to be set`}.`,
	);
