import { BARE, envelopeOf, LISTS, LISTS_IN_PAGES, shapeSetting } from './envelope.mts';
import type { Ours } from './ours.mts';
import type { Parameter, Route } from './routes.mts';
import { distinct, type Shape } from './schema.mts';
import { pathsOf, type Specification } from './specification.mts';

/** What a specification says otherwise than sandbox/openapi.yaml. */
export interface Difference {
	routes: string[];
	words: string;
	/** The line of ours that says it, or the switch that plays it. */
	change: string;
}

/** In words, with the object of our description that says otherwise, or the switch. */
type Said = [words: string, place: unknown];

/**
 * Differences between two descriptions, as far as a client of the service meets them:
 * 1. What our description leaves open, or theirs does not say, is no difference.
 * 2. Whether a field is required counts where we send it; an answer is read as it comes.
 * 3. Names of parameters in a path, and null, do not count (`specification.mts`, `schema.mts`).
 * 4. Of a list its rows are compared, and where they are.
 * 5. What several routes share is told once.
 */
export function differencesOf(specification: Specification, ours: Ours): Difference[] {
	const found = new Map<string, Difference>();
	const take = (route: string, [words, place]: Said) => {
		const change = typeof place === 'string' ? place : ours.lineOf(place);
		const routes = found.get(words + change)?.routes ?? [];
		found.set(words + change, { routes: distinct([...routes, route]), words, change });
	};
	for (const our of ours.routes) {
		const their = specification.route(our.name);
		if (!their) take(our.title, missing(our, specification, ours));
		else for (const said of ofRoutes(our, their)) take(our.title, said);
	}
	const event = ofShapes('event', ours.event?.body, specification.event?.body, false);
	for (const said of event) take('the event', said);
	return [...found.values()];
}

function missing(our: Route, { all }: Specification, { lineOf }: Ours): Said {
	const last = our.path.split('/').at(-1)!;
	const similar = all.filter(({ path }) => path.split('/').includes(last));
	const titles = similar.map(({ title }) => title).join(', ');
	const words = `the route is missing${titles && `; there is ${titles}`}`;
	return [words, `nodes/api/routes.ts, ${lineOf(our.operation)}`];
}

function* ofRoutes(our: Route, their: Route): Generator<Said> {
	const { operation } = our;
	if (our.method !== their.method) yield [`the method is ${their.method.toUpperCase()}`, operation];
	if (!pathsOf(their).includes(pathsOf(our)[0]!)) yield [`the path is ${their.path}`, operation];
	yield* ofParameters(our, their);
	const [ways, theirs] = [our.schemes ?? [], their.schemes];
	if (theirs && theirs.join() !== ways.join()) {
		yield [`signing in: ${theirs.join(', or ')} (ours: ${ways.join(', or ')})`, our.root.security];
	}
	if (!our.body && their.bodyRequired) yield ['a body is sent with it', operation];
	const isJson = their.bodyTypes.some((type) => /json|\*\/\*/i.test(type));
	if (their.body && !isJson)
		yield [`the body is sent as ${their.bodyTypes.join(' or ')}`, operation];
	yield* ofShapes('body', our.body, their.body, true);
	if (our.name in LISTS) yield* ofLists(our, their);
	else yield* ofShapes('answer', our.answer?.shape, their.answer?.shape, false);
}

function* ofParameters(our: Route, their: Route): Generator<Said> {
	const name = ({ in: where, name: own }: Parameter) => `${where} parameter \`${own}\``;
	const inPath = ({ in: where }: Parameter) => where === 'path';
	const theirPath = their.inputs.filter(inPath);
	for (const [n, one] of our.inputs.filter(inPath).entries()) {
		yield* ofShapes(`\`${one.name}\` in the path`, one.shape, theirPath[n]?.shape, false);
	}
	const mine = our.inputs.filter((one) => !inPath(one));
	const theirs = their.inputs.filter((one) => !inPath(one));
	for (const one of mine) {
		const other = theirs.find((candidate) => candidate.name === one.name);
		const isInPath = one.name === 'id' && theirPath.length > our.inputs.filter(inPath).length;
		if (!other) yield [`${name(one)} is ${isInPath ? 'in the path' : 'missing'}`, one.place];
		else if (other.in !== one.in) yield [`${name(one)} is in the ${other.in}`, one.place];
		if (other && other.required !== one.required) {
			yield [`${name(one)} is ${other.required ? 'required' : 'optional'}`, one.place];
		}
		yield* ofShapes(name(one), one.shape, other?.shape, false);
	}
	for (const other of theirs.filter((one) => !mine.some((own) => own.name === one.name))) {
		const needed = other.required ? 'required' : 'optional';
		yield [`there is also the ${name(other)} (${needed})`, our.operation];
	}
}

function* ofLists(our: Route, their: Route): Generator<Said> {
	const [mine, theirs] = [envelopeOf(our.name, our), envelopeOf(our.name, their)];
	if (!mine || !theirs) return;
	const place = our.answer!.shape!.schemas[0];
	if (theirs.place !== mine.place && !(theirs.place === BARE && mine.isBare)) {
		const hasSwitch = LISTS_IN_PAGES.includes(our.name);
		const change = hasSwitch ? `switch listShape: ${shapeSetting(theirs, our.name)}` : place;
		yield [`the rows are in ${theirs.place}`, change];
	}
	const more = theirs.beside.filter((one) => !mine.beside.includes(one));
	if (more.length > 0) yield [`beside the rows is ${more.join(', ')}`, place];
	yield* ofShapes('row', mine.rows, theirs.rows, false);
}

function* ofShapes(
	where: string,
	mine: Shape | undefined,
	theirs: Shape | undefined,
	isSent: boolean,
): Generator<Said> {
	if (!mine || !theirs || mine.isUnknown || theirs.isUnknown) return;
	const [place] = mine.schemas;
	const isOpen = mine.types.length === 0;
	const others = isOpen ? [] : theirs.types.filter((type) => !isOf(mine.types, type));
	if (others.length > 0) {
		yield [`${where} is ${theirs.types.join(' or ')} (ours: ${mine.types.join(' or ')})`, place];
		if (others.length === theirs.types.length) return;
	}
	const values = isOpen ? undefined : theirs.values?.join(', ');
	if (values && values !== mine.values?.join(', ')) yield [`${where} is one of ${values}`, place];
	yield* ofFields(where, mine, theirs, isSent);
	yield* ofShapes(`${where}[]`, mine.items, theirs.items, isSent);
	yield* ofShapes(`${where}.*`, mine.rest, theirs.rest, isSent);
}

function* ofFields(where: string, mine: Shape, theirs: Shape, isSent: boolean): Generator<Said> {
	if (mine.names.length === 0 || theirs.names.length === 0) return;
	const lacking = mine.names.filter((name) => !theirs.names.includes(name));
	for (const name of mine.names.filter((one) => theirs.names.includes(one))) {
		const [own, other] = [mine.field(name)!, theirs.field(name)!];
		if (isSent && mine.requires(name) !== theirs.requires(name)) {
			const needed = theirs.requires(name) ? 'required' : 'optional';
			yield [`${where}.${name} is ${needed}`, own.schemas[0]];
		}
		yield* ofShapes(`${where}.${name}`, own, other, isSent);
	}
	const more = theirs.names
		.filter((name) => !mine.names.includes(name))
		.map((name) => (isSent && theirs.requires(name) ? `${name} (required)` : name));
	if (lacking.length > 0) yield [`${where} lacks ${lacking.join(', ')}`, mine.schemas[0]];
	if (more.length > 0) yield [`${where} has also ${more.join(', ')}`, mine.schemas[0]];
}

const isOf = (types: readonly string[], type: string) =>
	types.includes(type) || (type === 'integer' && types.includes('number'));
