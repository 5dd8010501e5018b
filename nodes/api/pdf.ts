import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { failure } from '../transport/errorMessages';
import { request, requestJson } from '../transport/request';
import type { RequestParts, Route } from '../transport/types';
import { oneLine } from '../utils/text';
import { withProfile, withProfileIfNeeded } from './profiles';
import { routes } from './routes';
import { askEither } from './ways';

export interface Pdf {
	content: Buffer;
	/** From the service, so it may contain anything. */
	fileName: string | undefined;
}

/**
 * A quotation's PDF (operation `getQuotationPdf`), read whole.
 * @param artifactName Which of several PDFs, as published; empty for the only one.
 * @throws ServiceError also if the file is not a PDF, or too large; CancelledError.
 */
export async function downloadQuotationPdf(
	connection: Connection,
	quotationId: string,
	artifactName: string,
): Promise<Pdf> {
	const { described, published } = routes.getQuotationPdf;
	return await askEither(connection, 'quotations', {
		described: async () => {
			const scoped = await withProfileIfNeeded(connection);
			const query = { id: quotationId, company_profile_id: scoped.profileId };
			return await requestPdf(scoped, described, { query });
		},
		published: async () => {
			const scoped = await withProfile(connection);
			const fetch = async () =>
				await requestJson(scoped, routes.getQuotation.published, { path: { id: quotationId } });
			const name = artifactName || onlyArtifact(await fetch(), 'quotation');
			return await requestPdf(scoped, published, { path: { id: quotationId, artifactName: name } });
		},
	});
}

/**
 * The name of a document's only PDF.
 * @param answer With its record, such as `{ message, quotationData: { artifacts: { offer: … } } }`.
 * @throws ServiceError if there is none, or several, which it lists.
 */
export function onlyArtifact(answer: unknown, noun: string): string {
	const records = Object.values(Object(answer)).map(Object);
	const names = Object.keys(Object(records.find(({ artifacts }) => artifacts)?.artifacts));
	if (names.length === 1) return names[0];
	throw new ServiceError(
		names.length === 0
			? `Could not download the ${noun}: it lists no PDF`
			: `Could not download the ${noun}: it has ${names.length} PDFs`,
		`Enter the name of one in 'Artifact Name' in the options.${names.length === 0 ? '' : ` Available: ${names.map(oneLine).join(', ')}.`}`,
	);
}

const PDF_HEADER = '%PDF-';

/** PDF readers accept other bytes before the header if it begins within the first 1024. */
const LOOK_AT_BYTES = 1024;

/** As published, a PDF may be a string in JSON: `"JVBERi0x…"`. */
const PDF_IN_BASE64 = /^\s*"JVBERi/;

const MAX_BYTES = 100 * 1024 ** 2;

/** Reads it whole. @throws ServiceError also if the file is not a PDF, or too large. */
export async function requestPdf(
	connection: Connection,
	route: Route,
	parts: RequestParts,
): Promise<Pdf> {
	// Strict services answer 406 if only a PDF is accepted.
	const accept = 'application/pdf, */*;q=0.5';
	const answer = await request(connection, route, { ...parts, accept });
	const body = answer.body as Buffer;
	const isBase64 = PDF_IN_BASE64.test(beginningOf(body));
	// Node.js skips what is not base64, such as the quotation marks.
	const content = isBase64 ? Buffer.from(body.toString('latin1'), 'base64') : body;
	const beginning = beginningOf(content);
	const unexpected = [
		beginning === '' && 'an empty file',
		!beginning.includes(PDF_HEADER) && 'something that is not a PDF',
		content.length > MAX_BYTES && 'a PDF of more than 100 MB',
	].find((words) => words !== false);
	if (unexpected) throw failure(connection, route, { ...answer, body: beginning, unexpected });
	return { content, fileName: fileNameOf(answer.headers['content-disposition']) };
}

const beginningOf = (file: Buffer): string => file.subarray(0, LOOK_AT_BYTES).toString('latin1');

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
