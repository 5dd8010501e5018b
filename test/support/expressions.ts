import { type IDataObject, isObjectEmpty } from 'n8n-workflow';

/** What n8n makes of parameters by hand: an expression is JSON, such as `={{ [null] }}`, or `={{ undefined }}`. */
export function evaluated(entered: unknown): unknown {
	if (Array.isArray(entered)) return entered.map(evaluated);
	if (typeof entered === 'object' && entered !== null && !isObjectEmpty(entered)) {
		const fields = Object.entries(entered).map(([name, one]) => [name, evaluated(one)]);
		return Object.fromEntries(fields) as IDataObject;
	}
	const [, expression] = /^=\{\{(.*)\}\}$/s.exec(String(entered)) ?? [];
	if (expression === undefined) return entered;
	return expression.trim() === 'undefined' ? undefined : JSON.parse(expression);
}
