import { CouldNotRun } from '../couldNotRun.mts';
import { type Envelope, envelopeOf } from './envelope.mts';
import { type Route, routesOf } from './routes.mts';
import { type Json, type Node, type Shape, shapeOf } from './schema.mts';

/** Routes that other services have, too: that these are there tells nothing. */
const COMMON = [
	'listContacts',
	'createContact',
	'listQuotations',
	'subscribe',
	'listSubscriptions',
];

/**
 * A published specification, its routes matched with those of our description:
 * 1. By method and path; names of parameters in a path and a slash at its end do not count.
 * 2. The path of a server, or of a gateway, may stand before theirs, or be left out of it.
 * 3. What we send as `id` may be a part of their path: DELETE /unsubscribe/{id}.
 * 4. A path that is there with another method is matched last.
 */
export class Specification {
	/** By the operationId of our description. */
	private readonly matches = new Map<string, Route>();
	readonly all: Route[];

	/**
	 * @param isSeen It was written down from what an account shows.
	 * @throws CouldNotRun where it is of another service.
	 */
	constructor(
		readonly root: Json,
		private readonly ours: readonly Route[],
		isSeen = false,
	) {
		this.all = routesOf(root);
		const fits = [isSame, isBehindPrefix, isWithoutPrefix, isWithId, isSamePath];
		for (const fit of fits) {
			for (const our of ours) {
				if (this.matches.has(nameOf(our))) continue;
				const taken = [...this.matches.values()];
				const found = this.all.find((one) => !taken.includes(one) && fit(our, one));
				if (found) this.matches.set(nameOf(our), found);
			}
		}
		const telling = [...this.matches.keys()].filter((name) => !COMMON.includes(name));
		if (telling.length === 0 && !isSeen) {
			const some = this.all.slice(0, 3).map(({ title }) => title);
			throw new CouldNotRun(
				`this is the specification of another service: it has none of the routes of the Sales CRM, but ${this.all.length} others${some.length > 0 ? `, such as ${some.join(', ')}` : ''}`,
			);
		}
	}

	route(operation: string): Route | undefined {
		return this.matches.get(operation);
	}

	/** The JSON that it answers with. */
	answer(operation: string): Shape | undefined {
		const route = this.route(operation);
		const nodes = route?.answer?.nodes ?? [];
		return nodes.length > 0 ? route!.shape(nodes) : undefined;
	}

	/** The JSON that is sent to it. */
	body(operation: string): Shape | undefined {
		const route = this.route(operation);
		return route && route.body.length > 0 ? route.shape(route.body) : undefined;
	}

	/** Where the rows of its answer are, and what one is like. */
	list(operation: string, name: string): Envelope | undefined {
		const route = this.route(operation);
		return route && envelopeOf(route, name);
	}

	shape = (nodes: Node[]): Shape => shapeOf(this.root, nodes);

	field(shape: Shape | undefined, name: string): Shape | undefined {
		const field = shape?.fields.get(name);
		return field && this.shape(field.nodes);
	}

	items(shape: Shape | undefined): Shape | undefined {
		return shape && shape.items.length > 0 ? this.shape(shape.items) : undefined;
	}

	/** What could be offered next. */
	get unused(): Route[] {
		const used = [...this.matches.values()];
		return this.all.filter((one) => !used.includes(one));
	}

	get pairs(): Array<{ name: string; ours: Route; theirs: Route | undefined }> {
		return this.ours.map((ours) => {
			const name = nameOf(ours);
			return { name, ours, theirs: this.matches.get(name) };
		});
	}
}

export const nameOf = ({ operation }: Route): string => String(operation.operationId);

const withoutNames = (path: string) => path.replace(/\{[^}]*\}/g, '{}');
const plain = (path: string) => withoutNames(path).replace(/\/+$/, '');

/** As it is written, and behind the path of each server. */
export function pathsOf({ path, root }: Route): string[] {
	const servers = (root.servers ?? []) as Array<{ url?: string }>;
	const prefixes = servers.map(({ url = '' }) => url.replace(/^\w+:\/\/[^/]*|^\{[^}]*\}/, ''));
	return ['', ...prefixes].map((prefix) => withoutNames(`${prefix.replace(/\/+$/, '')}${path}`));
}

const fits = (our: Route, their: Route, test: (ours: string, theirs: string) => boolean) =>
	our.method === their.method && pathsOf(their).some((path) => test(plain(our.path), plain(path)));

const isSame = (our: Route, their: Route) => fits(our, their, (a, b) => a === b);
const isBehindPrefix = (our: Route, their: Route) => fits(our, their, (a, b) => b.endsWith(a));
/** Of one part alone, such as /list, that would be chance. */
const isWithoutPrefix = (our: Route, their: Route) =>
	fits(our, their, (a, b) => b.split('/').length > 2 && a.endsWith(b));
const isWithId = (our: Route, their: Route) =>
	our.inputs.some(({ name }) => name === 'id') &&
	fits(our, their, (a, b) => a === b.replace('/{}', ''));
const isSamePath = (our: Route, their: Route) =>
	pathsOf(their).some((path) => plain(path) === plain(our.path));
