import type { Switches } from '../sandbox/switches.mts';
import type { Seen } from './live/seen.mts';
import type { Difference } from './spec/differences.mts';
import { distinct, type Route, type Shape } from './spec/schema.mts';
import type { Specification } from './spec/specification.mts';

/** The probe cannot go on. The reason is shown: of an account it holds no value. */
export class CouldNotRun extends Error {}

/** What is known of a row: words alone, with switches that make the sandbox behave likewise, or nothing. */
export type Said = string | { words: string; switches?: Partial<Switches> } | undefined;

/** What a specification says of a row: a published one, or the answers of an account that `live` leaves open. */
export type OfSpecification = (specification: Specification) => Said;

/** What settles a row of docs/unknowns.md, and the switch that plays it. */
export type Question =
	| OfSpecification
	| {
			/** What an account shows of it. No value of the account may come in. */
			live(seen: Seen): Said | Promise<Said>;
			spec?: OfSpecification;
	  };

export type Questions = Record<string, Question>;

export interface Row {
	row: string;
	state: 'settled' | 'needs a write' | 'no data';
	words: string;
	switches?: Partial<Switches>;
}

/** `npm run sandbox -- --like` takes the switches from it. */
export interface Report {
	what: string;
	rows: Row[];
	switches: Partial<Switches>;
	/** Of a published specification: what it says otherwise, and its routes that this package does not use. */
	differences?: Difference[];
	unused?: string[];
}

/** What rows say of the switches; where two say otherwise, the first does. */
export const likeness = (rows: readonly Row[]): Partial<Switches> =>
	Object.assign({}, ...rows.map(({ switches }) => switches).reverse());

const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

export function markdownOf({ what, rows, switches, differences, unused }: Report): string {
	const count = rows.filter(({ state }) => state === 'settled').length;
	const lines = rows.map(({ row, state, words, switches: own }) => {
		const played = own ? ` → switch \`${JSON.stringify(own).slice(1, -1)}\`` : '';
		return `| ${row} | ${state}: ${cell(words)}${played} |`;
	});
	const section = (title: string, list: string[] | undefined) =>
		list ? [`\n## ${title}: ${list.length}\n`, ...list.map((line) => `- ${line}`)] : [];
	const told = differences?.map(
		({ routes, words, change }) => `${routes.join(', ')}: ${words} → ${change}`,
	);
	return [
		`# ${what}\n`,
		`${count} of ${rows.length} rows of docs/unknowns.md are settled.\n`,
		'| Not shown | What was found |\n| --- | --- |',
		...lines,
		...section('Different from tools/sandbox/openapi.yaml', told),
		...section('Routes that this package does not use', unused),
		`\n## The sandbox behaves likewise with\n\n\`${JSON.stringify(switches)}\``,
	].join('\n');
}

/** Fields of a record with their types, and what is right inside them, in words. */
export function fieldWords(record: Shape): string {
	const words = record.names.map((name) => {
		const field = record.field(name)!;
		const types = field.types.join(' or ');
		const inside = [...field.names, ...field.items.names];
		if (inside.length > 0) return `${name} (${types} of ${inside.join(', ')})`;
		const values = field.values?.slice(0, 9).join(' or ');
		return `${name} (${values ?? String(field.said('format') ?? (types || 'any type'))})`;
	});
	return words.join(', ');
}

/** What settles a place: its fields, its values or types, its values or words, its values or limits. */
const KINDS = {
	fields: [],
	values: [],
	words: ['format', 'description'],
	limits: ['minimum', 'maximum', 'default'],
};

export const says =
	(operation: string, path: string, kind: keyof typeof KINDS): OfSpecification =>
	(specification) => {
		const place = specification.at(operation, path);
		if (!place || kind === 'fields') return place && fieldWords(place);
		if (place.values) return place.values.join(', ');
		if (kind === 'values') return `any ${place.types.join(' or ')}`;
		const said = KINDS[kind].map((key) => [key, place.said(key)]);
		const there = said.filter(([, value]) => value !== undefined);
		return there.map((one) => one.join(' ').trim()).join(', ');
	};

/** What several routes say alike, with the routes. */
export function byRoute(routes: Route[], say: (route: Route) => string | undefined): string {
	const said = routes.flatMap((route) => ({ title: route.title, words: say(route) ?? [] }));
	const all = distinct(said.flatMap(({ words }) => words));
	const titles = (words: string) =>
		said.filter((one) => one.words === words).map(({ title }) => title);
	return all.map((words) => `${words}: ${titles(words).join(', ')}`).join('; ');
}
