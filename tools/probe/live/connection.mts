/** Why a host gives no answer. */

const UNKNOWN_AUTHORITY =
	'its certificate is self-signed, or of an authority that Node.js does not know. Set NODE_EXTRA_CA_CERTS to a file with the certificate of that authority';
const CLOSED = 'the connection was closed without an answer';
const SILENT =
	'the host cannot be reached: a firewall or a VPN that is off may be the reason, or Node.js needs your proxy (NODE_USE_ENV_PROXY=1, from Node.js 24 on)';

const CAUSES: Record<string, string> = {
	ENOTFOUND: 'there is no host of that name: check --base-url for a typing error',
	EAI_AGAIN: 'the name of the host could not be looked up: this machine may be offline',
	ECONNREFUSED: 'the port is closed: nothing listens there. Check the port in --base-url',
	EHOSTUNREACH: SILENT,
	ENETUNREACH: SILENT,
	ETIMEDOUT: SILENT,
	UND_ERR_CONNECT_TIMEOUT: SILENT,
	DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
	SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
	UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
	CERT_HAS_EXPIRED: 'its certificate has expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: check the host in --base-url',
	ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https: write http:// in --base-url',
	ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak https: write http:// in --base-url',
	ECONNRESET: CLOSED,
	EPIPE: CLOSED,
	UND_ERR_SOCKET: CLOSED,
};

/** A connection that breaks off may come back; nothing else does within seconds. */
export const mayComeBack = (error: unknown): boolean => reasonOf(error) === CLOSED;

/** In words without the address. `undefined` for what has nothing to do with the network. */
export function reasonOf(error: unknown, seconds?: number): string | undefined {
	const { name, message, cause } = error as Error & { cause?: { code?: string; name?: string } };
	if (/^(Timeout|Abort)Error$/.test(name)) return `there was no answer within ${seconds} seconds`;
	if (!(error instanceof TypeError) || !/fetch|terminated/.test(message)) return undefined;
	const code = cause?.code ?? '';
	if (code.startsWith('HPE_')) return 'what answers there does not speak HTTP';
	return CAUSES[code] ?? `the connection failed (${/^\w+$/.test(code) ? code : 'no reason given'})`;
}
