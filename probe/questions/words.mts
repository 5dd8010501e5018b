import type { Said } from '../report.mts';
import { distinct, type Shape } from '../spec/schema.mts';
import type { Specification } from '../spec/specification.mts';

/** Questions that one place of a specification answers, and what several lists or routes say. */

type OfSpecification = (specification: Specification) => string | undefined;

/** Fields of a record with their types, and what is right inside them, in words. */
export function fieldWords(record: Shape): string {
	const words = record.names.map((name) => {
		const field = record.field(name)!;
		const types = field.types.join(' or ');
		const inside = [...field.names, ...field.items.names];
		if (inside.length > 0) return `${name} (${types} of ${inside.join(', ')})`;
		const few = field.values && field.values.length <= 9 && field.values.join(' or ');
		return `${name} (${few || field.said('format') || types || 'any type'})`;
	});
	return words.join(', ');
}

export const fieldsAt =
	(operation: string, path: string): OfSpecification =>
	(specification) => {
		const record = specification.at(operation, path);
		return record && fieldWords(record);
	};

export const valuesAt =
	(operation: string, path: string): OfSpecification =>
	(specification) => {
		const { values, types } = specification.at(operation, path) ?? { types: [] };
		return values?.join(', ') ?? (types.length > 0 ? `any ${types.join(' or ')}` : undefined);
	};

/** What several say, once where it is the same; undefined where none says anything. */
export function together(all: Said[]): Said {
	const some = all.flatMap((said) => said || []);
	const words = distinct(some.map((said) => (typeof said === 'string' ? said : said.words)));
	const switches = some.map((said) => (typeof said === 'string' ? undefined : said.switches));
	if (some.length === 0) return undefined;
	if (distinct(switches.map((own) => JSON.stringify(own))).length > 1)
		return `it differs: ${words.join(', ')}`;
	return { words: words.join(', '), switches: switches[0] };
}

/** What several routes say alike, with the routes. */
export function byRoute(said: Array<{ title: string; words: string }>): string | undefined {
	const all = distinct(said.map(({ words }) => words));
	if (all.length < 2) return all.length === 1 ? `${all[0]} everywhere` : undefined;
	const titles = (words: string) =>
		said.filter((one) => one.words === words).map(({ title }) => title);
	return all.map((words) => `${words}: ${titles(words).join(', ')}`).join('; ');
}
