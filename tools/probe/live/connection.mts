/** Why a host gives no answer, in words without its address. */

const CAUSES: Array<[codes: RegExp, why: string]> = [
	[/^ENOTFOUND$/, 'there is no host of that name. Check --base-url for a typing error'],
	[/^EAI_AGAIN$/, 'the name of the host could not be looked up. This machine may be offline'],
	[/^ECONNREFUSED$/, 'the port is closed: nothing listens there. Check the port in --base-url'],
	[
		/UNREACH$|TIMEDOUT$|TIMEOUT$/,
		'the host cannot be reached. A firewall, or a VPN that is off, may be the reason, or Node.js needs your proxy (NODE_USE_ENV_PROXY=1, from Node.js 24 on)',
	],
	[
		/SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/,
		'its certificate is self-signed, or of an authority that Node.js does not know. Set NODE_EXTRA_CA_CERTS to a file with the certificate of that authority',
	],
	[/^ERR_SSL|^EPROTO/, 'it does not speak https. Write http:// in --base-url'],
];

/** @throws What has nothing to do with the network. */
export function reasonOf(error: Error & { cause?: { code?: string } }, ms: number): string {
	if (error.name === 'TimeoutError') return `there was no answer within ${ms / 1000} seconds`;
	if (!(error instanceof TypeError) || !/fetch|terminated/.test(error.message)) throw error;
	const code = error.cause?.code ?? '';
	const [, why] = CAUSES.find(([codes]) => codes.test(code)) ?? [];
	return why ?? `the connection failed${code && ` (${code})`}`;
}
