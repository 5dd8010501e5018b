import { distinct, type Route, type Shape } from './schema.mts';
import { envelopeOf, EVENT, lineOf, OURS, pathsOf, type Specification } from './specification.mts';

/** What a specification says otherwise than tools/sandbox/openapi.yaml. */
export interface Difference {
	routes: string[];
	words: string;
	/** Where ours begins to say it, or the switch that plays it. */
	change: string;
}

/** In words; without a change it is that of the route. */
type Said = [words: string, change?: string];

/**
 * Differences between two descriptions, as far as a client of the service meets them:
 * 1. What our description leaves open, or theirs does not say, is no difference.
 * 2. Whether a field is required counts where we send it; an answer is read as it comes.
 * 3. Parameters in a path, and null, do not count.
 * 4. Of a list its rows are compared, and where they are.
 * 5. What several routes share is told once.
 */
export function differencesOf(specification: Specification): Difference[] {
	const found = new Map<string, Difference>();
	const take = (title: string, name: string, differing: Iterable<Said>) => {
		const line = `tools/sandbox/openapi.yaml:${lineOf(name)}`;
		for (const [words, change] of differing) {
			const key = JSON.stringify([words, change]);
			const first = found.get(key) ?? { routes: [], words, change: change ?? line };
			found.set(key, { ...first, routes: distinct([...first.routes, title]) });
		}
	};
	for (const our of OURS) take(our.title, our.name, ofRoutes(our, specification));
	const event = specification.event?.sent.body;
	take('the event', EVENT.name, ofShapes('event', EVENT.sent.body, event, false));
	return [...found.values()];
}

function* ofRoutes(our: Route, specification: Specification): Generator<Said> {
	const their = specification.route(our.name);
	if (!their) return yield ['the route is missing', 'nodes/api/routes.ts'];
	if (our.method !== their.method) yield [`the method is ${their.method.toUpperCase()}`];
	if (!pathsOf(their).includes(pathsOf(our)[0]!)) yield [`the path is ${their.path}`];
	const [ways, theirs] = [our.schemes ?? [], their.schemes];
	if (theirs && theirs.join() !== ways.join())
		yield [`signing in: ${theirs.join(', or ')} (ours: ${ways.join(', or ')})`];
	if (!our.sent.body && their.sent.body) yield ['a body is sent with it'];
	yield* ofFields('query', our.sent.query, their.sent.query, true);
	yield* ofFields('header', our.sent.header, their.sent.header, true);
	yield* ofShapes('body', our.sent.body, their.sent.body, true);
	if (envelopeOf(our.name, our)) yield* ofLists(our, their);
	else yield* ofShapes('answer', our.answer?.shape, their.answer?.shape, false);
}

function* ofLists(our: Route, their: Route): Generator<Said> {
	const [mine, theirs] = [envelopeOf(our.name, our), envelopeOf(our.name, their)];
	if (!mine || !theirs) return;
	const mayBeBare = our.answer?.shape?.types.includes('array') && theirs.listShape === 'array';
	const isPlayed = our.sent.query.names.includes('per_page');
	const change = isPlayed ? `switch listShape: ${theirs.listShape}` : undefined;
	if (theirs.place !== mine.place && !mayBeBare) yield [`the rows are in ${theirs.place}`, change];
	const more = theirs.beside.filter((one) => !mine.beside.includes(one));
	if (more.length > 0) yield [`beside the rows is ${more.join(', ')}`];
	yield* ofShapes('row', mine.rows, theirs.rows, false);
}

function* ofShapes(
	where: string,
	mine: Shape | undefined,
	theirs: Shape | undefined,
	isSent: boolean,
): Generator<Said> {
	if (!mine?.types.length || !theirs?.types.length) return;
	const fits = (type: string) => mine.types.includes(type === 'integer' ? 'number' : type);
	if (!theirs.types.every((type) => mine.types.includes(type) || fits(type)))
		yield [`${where} is ${theirs.types.join(' or ')} (ours: ${mine.types.join(' or ')})`];
	if (theirs.values && theirs.values.join() !== mine.values?.join())
		yield [`${where} is one of ${theirs.values.join(', ')}`];
	if (mine.names.length > 0 && theirs.names.length > 0)
		yield* ofFields(where, mine, theirs, isSent);
	yield* ofShapes(`${where}[]`, mine.items, theirs.items, isSent);
}

function* ofFields(where: string, mine: Shape, theirs: Shape, isSent: boolean): Generator<Said> {
	const neededOf = (name: string) => (theirs.requires(name) ? 'required' : 'optional');
	for (const name of mine.names.filter((one) => theirs.names.includes(one))) {
		const own = mine.field(name)!;
		if (isSent && mine.requires(name) !== theirs.requires(name))
			yield [`${where}.${name} is ${neededOf(name)}`];
		yield* ofShapes(`${where}.${name}`, own, theirs.field(name), isSent);
	}
	const lacking = mine.names.filter((name) => !theirs.names.includes(name));
	const more = theirs.names.filter((name) => !mine.names.includes(name));
	const words = more.map((name) => (isSent ? `${name} (${neededOf(name)})` : name));
	if (lacking.length > 0) yield [`${where} lacks ${lacking.join(', ')}`];
	if (more.length > 0) yield [`${where} has also ${words.join(', ')}`];
}
