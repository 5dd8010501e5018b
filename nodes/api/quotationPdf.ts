import type { Connection } from '../transport/connection';
import { CancelledError, ServiceError } from '../transport/errors';
import { failure } from '../transport/errorMessages';
import { request, requestJson } from '../transport/request';
import { backoffMs, isTransient } from '../transport/retryPolicy';
import { type BodyStream, bytesOf, chunksOf } from '../transport/send';
import type { RequestParts, Route } from '../transport/types';
import { pause } from '../transport/waiting';
import { shown } from '../utils/text';
import { withProfile, withProfileIfNeeded } from './profiles';
import { routes } from './routes';
import { askEither } from './ways';

export interface Pdf {
	/** Not read yet. */
	stream: unknown;
	/** From the service, so it may contain anything. */
	fileName: string | undefined;
}

const PDF_HEADER = '%PDF-';

/** PDF readers accept other bytes before the header if it begins within the first 1024. */
const LOOK_AT_BYTES = 1024;

/**
 * Opens a quotation's PDF (operation `getQuotationPdf`) and passes it to `store`. Starts again if the connection breaks or
 * falls silent.
 * @param artifactName Which of several PDFs, as published; empty for the only one.
 * @throws ServiceError also if the file is not a PDF; CancelledError.
 */
export async function downloadPdf<T>(
	connection: Connection,
	quotationId: string,
	artifactName: string,
	store: (pdf: Pdf) => Promise<T>,
): Promise<T> {
	const { described, published } = routes.getQuotationPdf;
	return await askEither(connection, 'quotations', {
		described: async () => {
			const own = await withProfileIfNeeded(connection);
			const query = { id: quotationId, company_profile_id: own.profileId };
			return await retryToStore(own, described, { query }, store);
		},
		published: async () => {
			const own = await withProfile(connection);
			const name = artifactName || (await onlyArtifact(own, quotationId));
			const path = { id: quotationId, artifactName: name };
			return await retryToStore(own, published, { path }, store);
		},
	});
}

/** @throws ServiceError if there is none, or several, which it lists. */
async function onlyArtifact(connection: Connection, id: string): Promise<string> {
	const answer = await requestJson(connection, routes.getQuotation.published, { path: { id } });
	const names = Object.keys(Object(Object(answer).quotationData?.artifacts));
	if (names.length === 1) return names[0];
	throw new ServiceError(
		names.length === 0
			? 'Could not download the quotation: it lists no PDF'
			: `Could not download the quotation: it has ${names.length} PDFs`,
		`Enter the name of one in 'Artifact Name' in the options.${names.length === 0 ? '' : ` Available: ${names.map(shown).join(', ')}.`}`,
	);
}

async function retryToStore<T>(
	connection: Connection,
	route: Route,
	parts: RequestParts,
	store: (pdf: Pdf) => Promise<T>,
): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		const outcome = await tryToStore(connection, route, parts, store).then(
			(value) => ({ value }),
			(error: Error & { code?: string }) => ({ error }),
		);
		if ('value' in outcome) return outcome.value;
		if (connection.signal?.aborted) throw new CancelledError();
		const { code = '', message } = outcome.error;
		const fault = { code, message };
		// Our own errors have no code. They were already retried, or are final.
		if (!isTransient(fault)) throw outcome.error;
		if (attempt >= connection.retry.maxAttempts) {
			throw failure(connection, route, fault);
		}
		await pause(backoffMs(attempt), connection.signal);
	}
}

async function tryToStore<T>(
	connection: Connection,
	route: Route,
	parts: RequestParts,
	store: (pdf: Pdf) => Promise<T>,
): Promise<T> {
	const answer = await request(connection, route, {
		...parts,
		// Strict services answer 406 if only a PDF is accepted.
		accept: 'application/pdf, */*;q=0.5',
	});
	const source = answer.body as BodyStream;
	const raw = chunksOf(source, connection.retry.timeoutMs, connection.signal);
	try {
		const beginsAs = await bytesOf(raw, LOOK_AT_BYTES);
		const isBase64 = PDF_IN_BASE64.test(beginsAs.subarray(0, LOOK_AT_BYTES).toString('latin1'));
		const chunks = isBase64 ? fromBase64(withFirst(beginsAs, raw)) : withFirst(beginsAs, raw);
		const first = await bytesOf(chunks, LOOK_AT_BYTES);
		const beginning = first.subarray(0, LOOK_AT_BYTES).toString('latin1');
		if (!beginning.includes(PDF_HEADER)) {
			const unexpected = beginning === '' ? 'an empty file' : 'something that is not a PDF';
			throw failure(connection, route, { ...answer, body: beginning, unexpected });
		}
		const stream = streamOf(withFirst(first, chunks), source);
		return await store({ stream, fileName: fileNameOf(answer.headers['content-disposition']) });
	} finally {
		source.destroy();
		// Not awaited, because n8n may have given up in the middle of a chunk.
		void raw.return();
	}
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>) {
	yield first;
	yield* rest;
}

/** As published, a PDF may be a string in JSON: `"JVBERi0x…"`. */
const PDF_IN_BASE64 = /^\s*"JVBERi/;

async function* fromBase64(chunks: AsyncIterable<Uint8Array>) {
	let rest = '';
	for await (const chunk of chunks) {
		const text =
			rest +
			Buffer.from(chunk)
				.toString('latin1')
				.replace(/["\\\s]/g, '');
		const end = text.length - (text.length % 4);
		rest = text.slice(end);
		yield Buffer.from(text.slice(0, end), 'base64');
	}
	yield Buffer.from(rest, 'base64');
}

type StreamClass = BodyStream['constructor'] & {
	from(chunks: AsyncIterable<Uint8Array>, options: { objectMode: boolean }): unknown;
};

/** A stream made by the class of another one, because community nodes may not import `stream`. */
const streamOf = (chunks: AsyncIterable<Uint8Array>, like: BodyStream) =>
	(like.constructor as StreamClass).from(chunks, { objectMode: false });

/** The file name in a Content-Disposition header, in its extended or plain form (RFC 6266). */
function fileNameOf(header = ''): string | undefined {
	const [, extended] = /filename\*\s*=\s*UTF-8'[^']*'([^;]+)/i.exec(header) ?? [];
	const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header) ?? [];
	const byteOf = (_escape: string, hex: string) => String.fromCharCode(parseInt(hex, 16));
	const decoded = extended?.replace(/%([\da-f]{2})/gi, byteOf);
	const name = decoded ?? quoted?.replace(/\\(.)/g, '$1') ?? plain;
	return name === undefined ? undefined : fromUtf8(name.trim());
}

/** Node.js makes a character of each byte of a header. If the bytes are valid UTF-8, they were meant as such. */
function fromUtf8(header: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
	} catch {
		return header;
	}
}
