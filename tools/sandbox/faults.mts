/** A fault to play: README.md, "Faults", says which requests meet it and what each kind does. */
export interface Fault {
	/**
	 * An operationId of openapi.yaml; any of them when left out. `login` means both login paths,
	 * `token` the token endpoint of the OpenID provider.
	 */
	route?: string;
	/** Only requests for this page. */
	page?: number;
	kind: (typeof KINDS)[number];
	status?: number;
	/** The code by which a `status` is told, as published. */
	code?: string;
	/** `Retry-After` header, seconds or a date. */
	retryAfter?: string;
	/** Where `redirect` leads. */
	location?: string;
	/** What `failure200` answers. */
	body?: unknown;
	/** The work is done first, for faults that otherwise take its place. */
	afterWork?: boolean;
	/** How many bytes go out before `cut`, `reset` and `stall` strike (0). */
	after?: number;
	/** Where `after` counts from: the start of the answer (by default), or of its body. */
	of?: 'answer' | 'body';
	/** How often to play it: once, or without end when `every` is given. */
	times?: number;
	/** Play it on each n-th matching request only. */
	every?: number;
	/** Play it on the n-th matching request only, counted from 1. */
	nth?: number;
}

const KINDS = [
	'status',
	'html',
	'redirect',
	'failure200',
	'noBody',
	'drop',
	'resetBefore',
	'emptyPage',
	'truncated',
	'cut',
	'reset',
	'stall',
	'lostReply',
	'resetAfter',
	'timeout',
] as const;

const isText = (value: unknown) => typeof value === 'string';
const isWhole = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const isPositive = (value: unknown) => isWhole(value) && value !== 0;

const KEYS: Record<keyof Fault, (value: unknown) => boolean> = {
	route: isText,
	page: isWhole,
	kind: (value) => KINDS.includes(value as Fault['kind']),
	status: isPositive,
	code: isText,
	retryAfter: isText,
	location: isText,
	body: () => true,
	afterWork: (value) => typeof value === 'boolean',
	after: isWhole,
	of: (value) => value === 'answer' || value === 'body',
	times: isWhole,
	every: isPositive,
	nth: isPositive,
};

/** Says what is wrong with a list of faults, if anything. */
export function checkFaults(value: unknown): string | undefined {
	if (!Array.isArray(value)) return 'must be an array';
	for (const fault of value) {
		if (!KEYS.kind(fault?.kind)) return `needs a kind, one of ${KINDS.join(', ')}`;
		for (const [key, given] of Object.entries(fault)) {
			if (!Object.hasOwn(KEYS, key)) return `has a fault with the unknown key ${key}`;
			if (given !== undefined && !KEYS[key as keyof Fault](given)) {
				return `has a fault whose ${key} cannot be ${JSON.stringify(given)}`;
			}
		}
	}
	return undefined;
}

/** How often each fault was met and played. Kept here, so that switches stay plain values. */
const counts = new WeakMap<Fault, { met: number; played: number }>();

/**
 * The fault to play on a request, if one is due: the first that is. Asking counts as meeting all
 * that match.
 */
export function dueFault(
	faults: Fault[],
	{ route, page }: { route: string; page?: unknown },
): Fault | undefined {
	const due = faults.filter((fault) => {
		if (fault.route && fault.route !== route) return false;
		if (fault.page !== undefined && fault.page !== Number(page ?? 0)) return false;
		const count = counts.get(fault) ?? { met: 0, played: 0 };
		counts.set(fault, count);
		if (count.played >= (fault.times ?? (fault.every ? Infinity : 1))) return false;
		count.met++;
		return count.met % (fault.every ?? 1) === 0 && count.met === (fault.nth ?? count.met);
	});
	const [first] = due;
	if (first) counts.get(first)!.played++;
	return first;
}
