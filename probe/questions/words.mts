import type { OfSpecification } from '../report.mts';
import type { Route } from '../spec/routes.mts';
import { distinct, type Shape } from '../spec/schema.mts';

/** What one place of a specification says, and what several routes say alike. */

/** Fields of a record with their types, and what is right inside them, in words. */
export function fieldWords(record: Shape): string {
	const words = record.names.map((name) => {
		const field = record.field(name)!;
		const types = field.types.join(' or ');
		const inside = [...field.names, ...field.items.names];
		if (inside.length > 0) return `${name} (${types} of ${inside.join(', ')})`;
		const few = field.values && field.values.length <= 9 && field.values.join(' or ');
		return `${name} (${few || String(field.said('format') ?? (types || 'any type'))})`;
	});
	return words.join(', ');
}

/**
 * @param keys What settles it there: keywords of its schema, or `fields`. Their order is that of the words.
 */
export const says =
	(operation: string, path: string, ...keys: string[]): OfSpecification =>
	(specification) => {
		const place = specification.at(operation, path);
		if (!place) return undefined;
		if (keys.includes('fields') && place.names.length > 0) return fieldWords(place);
		if (keys.includes('enum') && place.values) return place.values.join(', ');
		if (keys.includes('type')) return `any ${place.types.join(' or ')}`;
		const said = keys
			.map((key) => [key, place.said(key)])
			.filter(([, value]) => value !== undefined);
		return said.map((one) => one.join(' ').trim()).join(', ');
	};

/** What several routes say alike, with the routes. */
export function byRoute(routes: Route[], say: (route: Route) => string | undefined): string {
	const said = routes.flatMap((route) => ({ title: route.title, words: say(route) ?? [] }));
	const all = distinct(said.flatMap(({ words }) => words));
	const titles = (words: string) =>
		said.filter((one) => one.words === words).map(({ title }) => title);
	if (all.length === 1) return `${all[0]} everywhere`;
	return all.map((words) => `${words}: ${titles(words).join(', ')}`).join('; ');
}
