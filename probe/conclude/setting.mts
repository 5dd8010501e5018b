import { type Told, word } from '../examine/told.ts';

/**
 * What a run says of one switch of the sandbox. `settled`: the service behaves as with this value.
 * `roughly`: as with something like this value. `open`: it could not be told.
 */
export type Setting =
	| { state: 'settled' | 'roughly'; value: unknown; why: Told }
	| { state: 'open'; why: Told };

export const settled = (value: unknown, why: Told = word('seen')): Setting => ({
	state: 'settled',
	value,
	why,
});

export const roughly = (value: unknown, why: Told): Setting => ({ state: 'roughly', value, why });

export const open = (why: Told): Setting => ({ state: 'open', why });

export const NEEDS_WRITE = word('needs a write');
export const NO_DATA = word('there was nothing to see it by');

/**
 * One setting from several places where it may show.
 * @param both Said where they differ.
 */
export function agreed(settings: Setting[], both: Told): Setting {
	const known = settings.filter(({ state }) => state !== 'open');
	const values = new Set(
		known.map((setting) => JSON.stringify('value' in setting && setting.value)),
	);
	if (values.size > 1) return open(both);
	return known[0] ?? settings[0] ?? open(NO_DATA);
}
