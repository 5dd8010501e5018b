/** Where an address can be reached from, as far as its host tells. */

/** This machine's own, which nobody else reaches. */
const OWN = /^(localhost|(.+\.)?localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f.*\])\.?$/;

/** A name or number of a private network; a service inside it may well reach it. */
const PRIVATE =
	/^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd].*\]|\[fe[89ab].*\]|[^.:]+|.+\.(local|internal|lan|home|intranet|private))$/;

export type Reach = 'own' | 'private' | 'public';

/** @param address An http(s) address. */
export function reachOf(address: string): Reach {
	const { hostname } = new URL(address);
	if (OWN.test(hostname)) return 'own';
	return PRIVATE.test(hostname) ? 'private' : 'public';
}
