import { asWords, envelopeOf, shapeSetting } from './envelope.mts';
import { eventRouteOf } from './events.mts';
import type { Ours } from './ours.mts';
import type { Parameter, Route } from './routes.mts';
import { distinct, type Node, type Shape } from './schema.mts';
import { pathsOf, type Specification } from './specification.mts';

/** What a specification says otherwise than sandbox/openapi.yaml. */
export interface Difference {
	routes: string[];
	words: string;
	/** The line of ours that says it, or the switch that plays it. */
	change: string;
}

/** The names that their rows have. */
const LISTS: Record<string, string> = {
	listContacts: 'contacts',
	listQuotations: 'quotations',
	listHistory: 'history',
	listStatuses: 'statuses',
	listUsers: 'users',
	listSubscriptions: 'subscriptions',
};
const WITH_SWITCH = ['contacts', 'quotations'];

/** Asked for in the same way, they mean the same. */
const FORMATS = ['uuid', 'date', 'date-time', 'email', 'uri', 'binary'];

/**
 * Differences between two descriptions, as far as a client of the service meets them:
 * 1. What our description leaves open, or theirs does not say, is no difference.
 * 2. Whether a field is required counts where we send it; an answer is read as it comes.
 * 3. Names of parameters in a path, and null, do not count (`specification.mts`, `schema.mts`).
 * 4. Of a list its rows are compared, and where they are.
 * 5. What several routes share is told once.
 * 6. Of what was seen of an account the answers are compared: a field that may be absent may just
 *    not have been seen.
 */
export function differencesOf(
	specification: Specification,
	ours: Ours,
	isSeen = false,
): Difference[] {
	const found: Difference[] = specification.pairs.flatMap(({ name, ours: our, theirs }) => {
		if (theirs) return routeDifferences(name, new Comparison(our, theirs, ours, isSeen));
		return isSeen ? [] : missing(our, specification, ours);
	});
	found.push(...eventDifferences(specification, ours));
	const byWords = new Map<string, Difference>();
	for (const one of found) {
		const key = `${one.words} ${one.change}`;
		const routes = [...(byWords.get(key)?.routes ?? []), ...one.routes];
		byWords.set(key, { ...one, routes: distinct(routes) });
	}
	return [...byWords.values()];
}

function missing(our: Route, { all }: Specification, { lineOf }: Ours): Difference[] {
	const last = our.path.split('/').at(-1)!;
	const similar = all.filter(({ path }) => path.split('/').includes(last));
	const hint =
		similar.length > 0 ? `; there is ${similar.map(({ title }) => title).join(', ')}` : '';
	return [
		{
			routes: [our.title],
			words: `the route is missing${hint}`,
			change: `nodes/api/routes.ts, ${lineOf(our.at)}`,
		},
	];
}

function routeDifferences(name: string, comparing: Comparison): Difference[] {
	const { our, their, isSeen } = comparing;
	if (!isSeen) comparing.request();
	if (name in LISTS) comparing.list(LISTS[name]!);
	else comparing.shapes('answer', our.answer?.nodes ?? [], their.answer?.nodes ?? [], false);
	return comparing.found;
}

/** The body of the call that tells of a changed deal, where the specification describes it at all. */
function eventDifferences({ root }: Specification, ours: Ours): Difference[] {
	const theirs = eventRouteOf(root);
	const our = ours.events[0];
	if (!theirs || !our) return [];
	const comparing = new Comparison(our, theirs, ours, false, 'the event');
	comparing.shapes('event', our.body, theirs.body, false);
	return comparing.found;
}

class Comparison {
	readonly found: Difference[] = [];

	constructor(
		readonly our: Route,
		readonly their: Route,
		private readonly ours: Ours,
		readonly isSeen: boolean,
		private readonly title = our.title,
	) {}

	add(words: string, at: readonly string[], change = this.ours.lineOf(at)): void {
		this.found.push({ routes: [this.title], words, change });
	}

	request(): void {
		const { our, their } = this;
		if (our.method !== their.method)
			this.add(`the method is ${their.method.toUpperCase()}`, our.at);
		if (!pathsOf(their).includes(pathsOf(our)[0]!)) this.add(`the path is ${their.path}`, our.at);
		this.parameters();
		this.security();
		if (our.body.length === 0 && their.bodyRequired) this.add('a body is sent with it', our.at);
		const asForm =
			their.bodyTypes.length > 0 && !their.bodyTypes.some((type) => /json|\*\/\*/i.test(type));
		if (asForm) this.add(`the body is sent as ${their.bodyTypes.join(' or ')}`, our.at);
		this.shapes('body', our.body, their.body, true);
	}

	private parameters(): void {
		const inPath = (one: Parameter) => one.in === 'path';
		const split = ({ inputs }: Route) =>
			[inputs.filter(inPath), inputs.filter((one) => !inPath(one))] as const;
		const [[ourPath, mine], [theirPath, theirs]] = [split(this.our), split(this.their)];
		for (const [n, one] of ourPath.entries()) {
			if (theirPath[n]) this.pair(`\`${one.name}\` in the path`, one.shape, theirPath[n].shape);
		}
		for (const one of mine) {
			const other = theirs.find(({ name }) => name === one.name);
			if (!other) {
				const inTheirs = theirPath.length > ourPath.length && one.name === 'id';
				this.add(`${this.name(one)} is ${inTheirs ? 'in the path' : 'missing'}`, one.at);
				continue;
			}
			if (other.in !== one.in) this.add(`${this.name(one)} is in the ${other.in}`, one.at);
			if (other.required !== one.required) {
				this.add(`${this.name(one)} is ${other.required ? 'required' : 'optional'}`, one.at);
			}
			this.pair(this.name(one), one.shape, other.shape);
			const [usual, there] = [one.shape.said.default, other.shape.said.default];
			if (usual !== undefined && there !== undefined && usual !== there) {
				this.add(`${this.name(one)} is ${JSON.stringify(there)} where it is left out`, one.at);
			}
		}
		for (const other of theirs.filter(({ name }) => !mine.some((one) => one.name === name))) {
			const needed = other.required ? 'required' : 'optional';
			this.add(`there is also the ${this.name(other)} (${needed})`, [...this.our.at, 'parameters']);
		}
	}

	private name = ({ in: where, name }: Parameter) => `${where} parameter \`${name}\``;

	private security(): void {
		const [mine, theirs] = [this.our.schemes, this.their.schemes];
		if (!mine || !theirs || mine.join() === theirs.join()) return;
		this.add(`signing in: ${theirs.join(', or ')} (ours: ${mine.join(', or ')})`, ['security']);
	}

	list(name: string): void {
		const [mine, theirs] = [envelopeOf(this.our, name), envelopeOf(this.their, name)];
		const at = this.our.answer?.nodes[0]?.at ?? this.our.at;
		if (!mine || !theirs) return;
		if (theirs.places.some((place) => !mine.places.includes(place))) {
			const played = WITH_SWITCH.includes(name);
			const change = played && `switch listShape: ${shapeSetting(theirs.places, name)}`;
			this.add(
				`the rows are in ${theirs.places.map(asWords).join(' or ')}`,
				at,
				change || undefined,
			);
		}
		const more = theirs.beside.filter((one) => !mine.beside.includes(one));
		if (more.length > 0) this.add(`beside the rows is ${more.join(', ')}`, at);
		this.pair('row', mine.rows, theirs.rows);
	}

	shapes(where: string, mine: Node[], theirs: Node[], sent: boolean): void {
		if (mine.length === 0 || theirs.length === 0) return;
		this.pair(where, this.our.shape(mine), this.their.shape(theirs), sent);
	}

	private pair(where: string, mine: Shape, theirs: Shape, sent = false): void {
		const both = mine.types.length > 0 && theirs.types.length > 0;
		const others = theirs.types.filter((type) => !isOf(mine.types, type));
		if (both && others.length > 0) {
			this.add(
				`${where} is ${theirs.types.join(' or ')} (ours: ${mine.types.join(' or ')})`,
				mine.at,
			);
			if (others.length === theirs.types.length) return;
		}
		const formats = [mine.said.format, theirs.said.format].filter((one) =>
			FORMATS.includes(one ?? ''),
		);
		if (distinct(formats).length > 1) {
			this.add(
				`${where} has the format ${theirs.said.format} (ours: ${mine.said.format})`,
				mine.at,
			);
		}
		this.values(where, mine, theirs);
		this.fields(where, mine, theirs, sent);
		if (mine.items.length > 0 && theirs.items.length > 0) {
			this.pair(`${where}[]`, this.our.shape(mine.items), this.their.shape(theirs.items), sent);
		}
		if (mine.rest.length > 0 && theirs.rest.length > 0) {
			this.pair(`${where}.*`, this.our.shape(mine.rest), this.their.shape(theirs.rest), sent);
		}
	}

	private values(where: string, mine: Shape, theirs: Shape): void {
		if (mine.types.length === 0) return;
		const [known, there] = [mine.values ?? [], theirs.values ?? []];
		if (known.join() !== there.join()) {
			const more = there.filter((value) => !known.includes(value));
			const less = known.filter((value) => !there.includes(value));
			if (there.length === 0) this.add(`${where} may have any value`, mine.at);
			else if (known.length === 0) this.add(`${where} is one of ${there.join(', ')}`, mine.at);
			else if (more.length > 0) this.add(`${where} may also be ${more.join(', ')}`, mine.at);
			else if (less.length > 0) this.add(`${where} is never ${less.join(', ')}`, mine.at);
		}
		for (const end of ['minimum', 'maximum'] as const) {
			const limit = theirs.said[end];
			if (limit !== undefined && limit !== mine.said[end] && !isTime(mine)) {
				this.add(`${where} is ${limit} at ${end === 'minimum' ? 'least' : 'most'}`, mine.at);
			}
		}
	}

	private fields(where: string, mine: Shape, theirs: Shape, sent: boolean): void {
		if (mine.fields.size === 0 || theirs.fields.size === 0) return;
		const lacking: string[] = [];
		for (const [field, { nodes, required }] of mine.fields) {
			const other = theirs.fields.get(field);
			const at = nodes[0]!.at;
			if (!other) {
				if (!this.isSeen || required) lacking.push(field);
				continue;
			}
			if (sent && other.required !== required) {
				this.add(`${where}.${field} is ${other.required ? 'required' : 'optional'}`, at);
			}
			this.pair(`${where}.${field}`, this.our.shape(nodes), this.their.shape(other.nodes), sent);
		}
		const others = [...theirs.fields].filter(([field]) => !mine.fields.has(field));
		const more = others.map(
			([field, { required }]) => `${field}${sent && required ? ' (required)' : ''}`,
		);
		if (lacking.length > 0) this.add(`${where} lacks ${lacking.join(', ')}`, mine.at);
		if (more.length > 0) this.add(`${where} has also ${more.join(', ')}`, mine.at);
	}
}

const isTime = ({ said }: Shape) => (said.minimum ?? 0) > 1e9;

const isOf = (types: readonly string[], type: string) =>
	types.includes(type) || (type === 'integer' && types.includes('number'));
