/** A fault to play: README.md, "Faults", says which requests meet it and what each kind does. */
export interface Fault {
	/**
	 * An operationId of openapi.yaml; any of them when left out. `login` means both login paths,
	 * `token` the token endpoint of the OpenID provider.
	 */
	route?: string;
	page?: number;
	kind: (typeof KINDS)[number];
	status?: number;
	/** The code that is sent with a `status`, as published. */
	code?: string;
	/** `Retry-After` header, seconds or a date. */
	retryAfter?: string;
	location?: string;
	body?: unknown;
	/** Whether the work is done first, although the fault would otherwise replace it. */
	afterWork?: boolean;
	/** How many bytes are sent before `cut`, `reset` and `stall` (by default 0). */
	after?: number;
	/** Whether `after` counts from the start of the answer (by default) or of its body. */
	of?: 'answer' | 'body';
	/** How often to play it: by default once, or without end if `every` is given. */
	times?: number;
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

/** @returns What is wrong with a list of faults, if anything. */
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

/** The first fault that is due for a request, if any. Each call counts as a match of all faults that fit. */
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
