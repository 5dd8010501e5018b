import { CouldNotRun } from '../report.mts';
import { type Envelope, envelopeOf } from './envelope.mts';
import { eventRouteOf, type Route, routesOf } from './routes.mts';
import type { Json, Shape } from './schema.mts';

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
	/** The call that tells of a changed deal. */
	readonly event?: Route;

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
		this.event = eventRouteOf(root);
		for (const closest of [4, 3, 2, 1]) {
			for (const our of ours) {
				const taken = [...this.matches.values()];
				const free = this.all.filter((their) => !taken.includes(their));
				const found = free.find((their) => closeness(our, their) === closest);
				if (found && !this.matches.has(our.name)) this.matches.set(our.name, found);
			}
		}
		const isOurs = [...this.matches.keys()].some((name) => !COMMON.includes(name));
		if (isOurs || isSeen) return;
		const some = this.all.slice(0, 3).map(({ title }) => title);
		const others = `${this.all.length} others, such as ${some.join(', ')}`;
		throw new CouldNotRun(
			`this is the specification of another service: it has none of the routes of the Sales CRM, but ${others}`,
		);
	}

	route(operation: string): Route | undefined {
		return this.matches.get(operation);
	}

	/**
	 * What is said of one place; undefined where nothing is.
	 * @param path Begins with `body`, `answer` or `rows`: `rows.history[].type`.
	 */
	at(operation: string, path: string): Shape | undefined {
		const [part, ...keys] = path.replaceAll('[]', '.[]').split('.');
		const route = operation === 'event' ? this.event : this.route(operation);
		const starts: Record<string, Shape | undefined> = {
			body: route?.body,
			answer: route?.answer?.shape,
			rows: this.list(operation)?.rows,
		};
		const place = keys.reduce(
			(shape, key) => (key === '[]' ? shape?.items : shape?.field(key)),
			starts[part!],
		);
		return place?.isUnknown ? undefined : place;
	}

	/** Where the rows of its answer are, and what one is like. */
	list(operation: string): Envelope | undefined {
		return envelopeOf(operation, this.route(operation));
	}

	/** What could be offered next. */
	get unused(): Route[] {
		const used = [...this.matches.values()];
		return this.all.filter((one) => !used.includes(one));
	}

	/** Routes that are ours, but for those that sign in. */
	get matched(): Route[] {
		const names = [...this.matches].filter(([name]) => !name.startsWith('login'));
		return names.map(([, route]) => route);
	}
}

const withoutNames = (path: string) => path.replace(/\{[^}]*\}/g, '{}');
const plain = (path: string) => withoutNames(path).replace(/\/+$/, '');

/** As it is written, and behind the path of each server. */
export function pathsOf({ path, root }: Route): string[] {
	const servers = (root.servers ?? []) as Array<{ url?: string }>;
	const prefixes = servers.map(({ url = '' }) => url.replace(/^\w+:\/\/[^/]*|^\{[^}]*\}/, ''));
	return ['', ...prefixes].map((prefix) => withoutNames(`${prefix.replace(/\/+$/, '')}${path}`));
}

/** How sure it is that their route is ours, by the rules above; 0 where it is not. */
function closeness(our: Route, their: Route): number {
	const path = plain(our.path);
	const paths = pathsOf(their).map(plain);
	if (our.method !== their.method) return paths.includes(path) ? 1 : 0;
	if (paths.includes(path)) return 4;
	// Of one part alone, such as /list, that would be chance.
	const isPart = (one: string) => one.split('/').length > 2 && path.endsWith(one);
	if (paths.some((one) => one.endsWith(path) || isPart(one))) return 3;
	const sendsId = our.inputs.some(({ name }) => name === 'id');
	return sendsId && paths.includes(`${path}/{}`) ? 2 : 0;
}
