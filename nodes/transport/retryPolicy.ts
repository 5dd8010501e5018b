/** Kinds of connection fault, by the code that Node.js gives them. */

/** Nothing left this machine for the service: even a write may be sent again. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** The way is blocked: while connecting, nothing was sent; afterwards the request may have arrived. */
const UNREACHABLE = ['EHOSTUNREACH', 'ENETUNREACH'];

/** The request may have arrived; the answer did not, or not in whole. */
const BROKEN_OFF = [
	'ECONNRESET',
	'ECONNABORTED',
	'ETIMEDOUT',
	'EPIPE',
	'ERR_BAD_RESPONSE',
	'ERR_STREAM_PREMATURE_CLOSE',
];

/** An answer that cannot be deciphered, read as HTTP, or unpacked. */
const GARBLED = /^(ERR_SSL_|HPE_|Z_)/;

/** No secure connection came about: a handshake that failed is EPROTO, only later it is ERR_SSL. */
const TLS = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/;

export const wasNeverSent = (code: string, syscall?: string) =>
	NEVER_SENT.includes(code) ||
	TLS.test(code) ||
	(UNREACHABLE.includes(code) && syscall === 'connect');

export const isUnreachable = (code: string) =>
	code === 'ECONNREFUSED' || UNREACHABLE.includes(code);

export const isTlsFault = (code: string) => TLS.test(code);

/** Faults that may pass by themselves. A host name that does not exist is not one of them. */
export const mayPass = (code: string) =>
	['ECONNREFUSED', 'EAI_AGAIN', ...UNREACHABLE, ...BROKEN_OFF].includes(code) || GARBLED.test(code);

/** Statuses that a later try may not meet. */
const PASSING_STATUSES = [429, 502, 503, 504];

export const isPassingStatus = (status: number) => PASSING_STATUSES.includes(status);

/** The service said that it did not do what was asked. Other failures leave that open. */
export const isPlainRefusal = (status: number) => status >= 300 && status < 500 && status !== 408;
