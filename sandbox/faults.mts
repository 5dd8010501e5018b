/**
 * A fault to play.
 * - `status`: refused with `status` (503), nothing is done
 * - `resetBefore`: the connection is reset before the body is read, nothing is done
 * - `resetAfter`: the work is done, then the connection is reset
 * - `lostReply`: the work is done, then the connection is closed without an answer
 * - `timeout`: the work is done, and no answer ever comes
 * - `html`: an HTML page with `status` (200), nothing is done
 * - `truncated`: the work is done, the JSON ends in the middle
 * - `redirect`: sent on to `location` with `status` (307), nothing is done
 * - `failure200`: status 200 with a body that says failure, nothing is done
 */
export interface Fault {
	/** An operationId of openapi.yaml; any route when left out. `login` means both login paths. */
	route?: string;
	kind: (typeof KINDS)[number];
	status?: number;
	/** `Retry-After` header, seconds or a date. */
	retryAfter?: string;
	/** Where `redirect` leads. */
	location?: string;
	/** How often to play it: once, or without end when `every` is given. */
	times?: number;
	/** Play it on each n-th matching request only. */
	every?: number;
}

const KINDS = [
	'status',
	'resetBefore',
	'resetAfter',
	'lostReply',
	'timeout',
	'html',
	'redirect',
	'truncated',
	'failure200',
] as const;

const KEYS = ['route', 'kind', 'status', 'retryAfter', 'location', 'times', 'every'];

/** Says what is wrong with a list of faults, if anything. */
export function checkFaults(value: unknown): string | undefined {
	if (!Array.isArray(value)) return 'must be an array';
	for (const fault of value) {
		if (!KINDS.includes(fault?.kind)) return `needs a kind, one of ${KINDS.join(', ')}`;
		const strange = Object.keys(fault).find((key) => !KEYS.includes(key));
		if (strange) return `has a fault with the unknown key ${strange}`;
	}
	return undefined;
}

/** How often each fault was met and played. Kept here, so that switches stay plain values. */
const counts = new WeakMap<Fault, { met: number; played: number }>();

/** The fault to play on a request, if one is due. Asking counts as meeting it. */
export function dueFault(faults: Fault[], operationId: string): Fault | undefined {
	const route = operationId === 'loginAtAuthenticationService' ? 'login' : operationId;
	return faults.find((fault) => {
		if (fault.route && fault.route !== route) return false;
		const count = counts.get(fault) ?? { met: 0, played: 0 };
		counts.set(fault, count);
		if (count.played >= (fault.times ?? (fault.every ? Infinity : 1))) return false;
		count.met++;
		if (fault.every && count.met % fault.every !== 0) return false;
		count.played++;
		return true;
	});
}
