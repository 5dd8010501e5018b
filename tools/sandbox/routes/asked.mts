import type { OpenAPIBackend } from 'openapi-backend';
import { Refusal } from '../answer.mts';
import type { Switches } from '../switches.mts';

/** An operation of openapi.yaml that a request asks for. */
export interface Operation {
	operationId: string;
	/** Whether it is from the published description, in which refusals are codes. */
	isPublished: boolean;
}

type Source = 'described' | 'published' | 'both' | 'seen';
type Described = { operationId?: string; path: string; method: string; 'x-source'?: Source };

/** Operations that a switch removes, with the value that keeps them. */
const OPTIONAL: Record<string, [name: 'loginPaths' | 'patchPaths', stays: string]> = {
	login: ['loginPaths', 'short'],
	loginAtAuthenticationService: ['loginPaths', 'long'],
	updateItem: ['patchPaths', 'short'],
	updateBoardItem: ['patchPaths', 'long'],
};

const sourceOf = ({ 'x-source': source = 'described' }: Described) =>
	source === 'seen' ? 'published' : source;

/** Whether the sandbox plays it now. */
function isPlayed(operation: Described, switches: Switches): boolean {
	const source = sourceOf(operation);
	const { only } = switches;
	if (only !== null && source !== 'both' && source !== only) return false;
	const [name, stays] = OPTIONAL[operation.operationId!] ?? [];
	return !name || ['both', stays].includes(switches[name]);
}

function isPublished(operation: Described, { only }: Switches): boolean {
	const source = sourceOf(operation);
	return source === 'published' || (source === 'both' && only === 'published');
}

/** The operation that a request asks for, or why it is refused. */
export function askedFor(
	api: OpenAPIBackend,
	{ method, path }: { method: string; path: string },
	switches: Switches,
): Operation | Refusal {
	const match = (verb: string) =>
		api.matchOperation({ method: verb, path, headers: {} }) as Described | undefined;
	const played = (verb: string) => {
		const operation = match(verb);
		return operation && isPlayed(operation, switches) ? operation : undefined;
	};
	const found = played(method);
	if (found) {
		return { operationId: found.operationId!, isPublished: isPublished(found, switches) };
	}
	const others = ['get', 'post', 'put', 'patch', 'delete'].flatMap((verb) => played(verb) ?? []);
	if (others.length === 0) return new Refusal(404, 'No such route');
	const usual = others.some((other) => isPublished(other, switches)) ? 400 : 405;
	return wrongVerb(switches.wrongVerb ?? usual);
}

/** As published, a wrong verb is answered like a missing permission. */
const wrongVerb = (status: number) =>
	status < 404
		? new Refusal(status, 'Not allowed', { code: 'INVALID_PERMISSION' })
		: new Refusal(status, 'No such method on this route');
