import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import { type ListOptions, requestPages } from '../pagination/list';
import { request, requestJson } from '../transport/request';
import { isObject } from '../utils/values';
import { containsWords, textOf } from '../utils/text';
import { isUuid } from '../utils/uuid';
import { type BodyStream, bytesOf, chunksOf } from '../transport/send';
import { routes } from './routes';
import { backoffMs, mayPass } from '../transport/retryPolicy';
import { pause } from '../transport/waiting';
import { CancelledError, ServiceError } from '../transport/errors';
import { failure } from '../transport/errorMessages';

/** Operation `listQuotations`. Which fields a quotation has is not known. */
export function listQuotations(connection: Connection, options: ListOptions) {
	const query = { company_profile_id: connection.profileId };
	return requestPages(connection, routes.listQuotations, 'quotations', query, options);
}

/** Whether every word, folded, occurs in a text of the quotation, in whatever field. */
export const hasWords = (quotation: IDataObject, words: readonly string[]): boolean =>
	containsWords(textsOf(quotation).join('\n'), words);

/** What tells quotations apart, as people name them. */
const NUMBER = /(number|nummer|reference)$/i;
const TITLE = /^(title|titel|name|naam|subject|summary)$/i;
const CUSTOMER = /^(customer|client|contact|company|klant)(_?(name|naam))?$/i;

/** Such as "2025-0042 – Roof – Jansen"; its ID where it has none of that. */
export const titleOf = (quotation: IDataObject): string =>
	namesIn(quotation, [NUMBER, TITLE, CUSTOMER]).join(' – ') || idOf(quotation);

/** Such as "2025-0042 Jansen"; empty where it has neither. */
export const numberAndCustomer = (quotation: IDataObject): string =>
	namesIn(quotation, [NUMBER, CUSTOMER]).join(' ');

/** The first text of each kind of field. */
function namesIn(quotation: IDataObject, wanted: readonly RegExp[]): string[] {
	const fields = Object.entries(quotation).map(([name, value]) => ({
		name,
		// Of a customer, say, the name goes before a number.
		text: textsOf(isObject(value) ? [value.name, value] : value).find(
			(text) => text !== '' && !isUuid(text),
		),
	}));
	return wanted.flatMap(
		(field) => fields.find(({ name, text }) => text !== undefined && field.test(name))?.text ?? [],
	);
}

/** Empty where it has none. */
export const idOf = ({ id }: IDataObject): string => textOf(id);

/** Which fields a quotation has is not known (operation `listQuotations`), so those at any depth. */
function textsOf(value: unknown): string[] {
	if (typeof value !== 'object') return value === undefined ? [] : [String(value)];
	return Object.values(value ?? {}).flatMap(textsOf);
}

/**
 * Operation `getQuotationInfo`. Whether it answers an object or a list of them is not known.
 * @throws ServiceError where the answer contains none.
 */
export async function getQuotation(connection: Connection, id: string): Promise<IDataObject[]> {
	const query = quotationQuery(connection, id);
	const found = [await requestJson(connection, routes.getQuotationInfo, { query })].flat();
	if (found.length > 0 && found.every(isFilled)) return found;
	throw new ServiceError(
		'Could not fetch the quotation: the response contains none',
		'Check that a quotation with this ID exists.',
	);
}

/** An empty object is not a quotation. */
const isFilled = (value: unknown): value is IDataObject =>
	isObject(value) && Object.keys(value).length > 0;

const quotationQuery = ({ profileId }: Connection, id: string) => ({
	id,
	company_profile_id: profileId,
});

export interface Pdf {
	/** Not read yet, whatever its size. */
	stream: unknown;
	/** As the service names it; not safe to use as it is. */
	fileName: string | undefined;
}

const PDF_HEADER = '%PDF-';

/** A PDF may have some bytes before its header; readers accept it within the first 1024. */
const LOOK_AT_BYTES = 1024;

/**
 * Opens a quotation's PDF (operation `getQuotationPdf`) and hands it to `store`, from the start again when
 * the connection breaks off or falls silent on the way.
 * @throws ServiceError when what comes is not a PDF, whatever its status and type say; CancelledError.
 */
export async function downloadPdf<T>(
	connection: Connection,
	quotationId: string,
	store: (pdf: Pdf) => Promise<T>,
): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		const outcome = await tryToStore(connection, quotationId, store).then(
			(value) => ({ value }),
			(error: Error & { code?: string }) => ({ error }),
		);
		if ('value' in outcome) return outcome.value;
		if (connection.signal?.aborted) throw new CancelledError();
		const { code = '', message } = outcome.error;
		const fault = { code, message };
		// Words of our own have no code: what they tell has been repeated already, or is final.
		if (!mayPass(fault)) throw outcome.error;
		if (attempt >= connection.retry.maxAttempts) {
			throw failure(connection, routes.getQuotationPdf, fault);
		}
		await pause(backoffMs(attempt), connection.signal);
	}
}

async function tryToStore<T>(
	connection: Connection,
	quotationId: string,
	store: (pdf: Pdf) => Promise<T>,
): Promise<T> {
	const answer = await request(connection, routes.getQuotationPdf, {
		query: quotationQuery(connection, quotationId),
		// Strict services answer 406 where nothing but a PDF is accepted.
		accept: 'application/pdf, */*;q=0.5',
	});
	const source = answer.body as BodyStream;
	try {
		const chunks = chunksOf(source, connection.retry.timeoutMs, connection.signal);
		const first = await bytesOf(chunks, LOOK_AT_BYTES);
		const beginning = first.subarray(0, LOOK_AT_BYTES).toString('latin1');
		if (!beginning.includes(PDF_HEADER)) {
			const unlike = beginning === '' ? 'an empty file' : 'something that is not a PDF';
			throw failure(connection, routes.getQuotationPdf, { ...answer, body: beginning, unlike });
		}
		const stream = streamOf(withFirst(first, chunks), source);
		return await store({ stream, fileName: fileNameOf(answer.headers['content-disposition']) });
	} finally {
		source.destroy();
	}
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>) {
	yield first;
	yield* rest;
}

type StreamClass = BodyStream['constructor'] & {
	from(chunks: AsyncIterable<Uint8Array>, options: { objectMode: boolean }): unknown;
};

/** A stream for n8n, made by the class of another: nodes of the community may not import `stream`. */
const streamOf = (chunks: AsyncIterable<Uint8Array>, like: BodyStream) =>
	(like.constructor as StreamClass).from(chunks, { objectMode: false });

/** The file name of a Content-Disposition header, in its extended or its plain form (RFC 6266). */
function fileNameOf(header = ''): string | undefined {
	const [, extended] = /filename\*\s*=\s*UTF-8'[^']*'([^;]+)/i.exec(header) ?? [];
	const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header) ?? [];
	const byteOf = (_escape: string, hex: string) => String.fromCharCode(parseInt(hex, 16));
	const decoded = extended?.replace(/%([\da-f]{2})/gi, byteOf);
	const name = decoded ?? quoted?.replace(/\\(.)/g, '$1') ?? plain;
	return name === undefined ? undefined : fromUtf8(name.trim());
}

/** Node.js gives each byte of a header as a character: where together they are UTF-8, they were meant so. */
function fromUtf8(header: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
	} catch {
		return header;
	}
}
