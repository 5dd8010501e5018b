/** What an answer is, by itself: nothing of the nodes is used here, which might be what is wrong. */

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined for what is no JSON. */
export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export const isPage = (text: string): boolean => text.trimStart().startsWith('<');

/** A PDF, by its first bytes, or as base64 in JSON. */
export function isPdf(text: string): boolean {
	const data = parsed(text);
	const own = typeof data === 'string' ? Buffer.from(data, 'base64').toString('latin1') : text;
	return own.slice(0, 1024).includes('%PDF-');
}

const ABOUT = /^(message|type|status|code|error|errors|success|ok|timestamp|path)$/i;

/** Whether it says nothing but that something failed. */
export const isRefusal = (data: unknown): boolean =>
	isObject(data) &&
	(data.success === false ||
		(Object.keys(data).length > 0 && Object.keys(data).every((name) => ABOUT.test(name))));

/** A list, and what is said around it. */
export interface Page {
	rows: Json[];
	/** The names that lead to it. */
	path: string[];
	total?: number;
	/** Whether there is more, where that is marked. */
	more?: boolean;
}

/** The outermost list; one of objects before others. */
export function pageIn(data: unknown): Page | undefined {
	const lists = listsIn(data);
	const found = lists.find(({ list }) => list.some(isObject)) ?? lists[0];
	if (!found) return undefined;
	const around = [data, ...Object.values(Object(Array.isArray(data) ? {} : data))].filter(isObject);
	const fields = around.flatMap((object) => Object.entries(object));
	const valueOf = (name: RegExp, type: string) =>
		fields.find(([key, value]) => name.test(key) && typeof value === type)?.[1];
	const last = valueOf(/^(is_?)?last(_?page)?$/i, 'boolean') as boolean | undefined;
	return {
		rows: found.list.filter(isObject),
		path: found.path,
		total: valueOf(/^total(_?(elements|count|items))?$/i, 'number') as number | undefined,
		more:
			(valueOf(/^has_?(more|next(_?page)?)$/i, 'boolean') as boolean | undefined) ??
			(last === undefined ? undefined : !last),
	};
}

function listsIn(value: unknown, path: string[] = []): Array<{ list: unknown[]; path: string[] }> {
	if (Array.isArray(value)) return [{ list: value, path }];
	if (!isObject(value) || path.length > 2) return [];
	const inside = Object.entries(value).filter(([name]) => !ABOUT.test(name));
	return inside.flatMap(([name, own]) => listsIn(own, [...path, name]));
}
