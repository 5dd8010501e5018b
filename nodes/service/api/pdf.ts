import type { Connection } from '../http/connection';
import { mayPass } from '../http/faults';
import { openQuotationPdf } from './quotations';
import { routes } from './routes';
import { backoffMs, pause } from '../http/waiting';
import { noAnswer, unreadable } from '../http/wording';

type StreamEvent = 'readable' | 'end' | 'close' | 'error';

/** The part of a Node.js stream that is needed to look at its beginning and put it back. */
interface PdfStream {
	read(): Uint8Array | null;
	unshift(chunk: Uint8Array): void;
	once(event: StreamEvent, listener: (error?: Error) => void): void;
	off(event: StreamEvent, listener: (error?: Error) => void): void;
	destroy(): void;
}

export interface Pdf {
	/** Not read yet, whatever its size. */
	stream: unknown;
	/** As the service names it; not safe to use as it is. */
	fileName: string | undefined;
}

const HEADER = '%PDF-';

/** A PDF may have some bytes before its header; readers accept it within the first 1024. */
const LOOK_AT_BYTES = 1024;

/**
 * Opens a quotation's PDF (interface.md, "GET /api/v1/quotations/pdf") and hands it to `store`,
 * from the start again when the connection breaks off on the way.
 * @throws ServiceError when what comes is no PDF, whatever its status and type say.
 */
export async function downloadPdf<T>(
	connection: Connection,
	quotationId: string,
	store: (pdf: Pdf) => Promise<T>,
): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		const outcome = await openPdf(connection, quotationId)
			.then(store)
			.then(
				(value) => ({ value }),
				(error: Error & { code?: string }) => ({ error }),
			);
		if ('value' in outcome) return outcome.value;
		const { code, message } = outcome.error;
		// Words of our own have no code: what they tell has been repeated already, or is final.
		if (code === undefined || !mayPass(code)) throw outcome.error;
		if (attempt >= connection.patience.attempts) {
			throw noAnswer(connection, routes.downloadQuotation, { code, message });
		}
		await pause(backoffMs(attempt), connection.signal);
	}
}

async function openPdf(connection: Connection, quotationId: string): Promise<Pdf> {
	const answer = await openQuotationPdf(connection, quotationId);
	const stream = answer.body as PdfStream;
	const beginning = await peek(stream);
	if (!beginning.includes(HEADER)) {
		stream.destroy();
		const what = beginning === '' ? 'an empty file' : 'something that is no PDF';
		throw unreadable(connection, routes.downloadQuotation, { ...answer, body: beginning }, what);
	}
	return { stream, fileName: fileNameOf(answer.headers['content-disposition']) };
}

/** The beginning as Latin-1 text. When the header is in it, the stream still holds all of it. */
async function peek(stream: PdfStream): Promise<string> {
	let seen = Buffer.alloc(0);
	for (;;) {
		const chunk = stream.read();
		if (chunk) {
			seen = Buffer.concat([seen, chunk]);
			const beginning = seen.subarray(0, LOOK_AT_BYTES).toString('latin1');
			if (beginning.includes(HEADER)) {
				// In the same breath as the read: a moment later a short stream has ended for good.
				stream.unshift(seen);
				return beginning;
			}
			if (seen.length >= LOOK_AT_BYTES) return beginning;
		} else if (!(await moreToRead(stream))) {
			return seen.toString('latin1');
		}
	}
}

async function moreToRead(stream: PdfStream): Promise<boolean> {
	return await new Promise((resolve, reject) => {
		const listeners: Record<StreamEvent, (error?: Error) => void> = {
			readable: () => settle(() => resolve(true)),
			end: () => settle(() => resolve(false)),
			close: () => settle(() => resolve(false)),
			error: (error) => settle(() => reject(error)),
		};
		const events = Object.keys(listeners) as StreamEvent[];
		const settle = (how: () => void) => {
			events.forEach((event) => stream.off(event, listeners[event]));
			how();
		};
		events.forEach((event) => stream.once(event, listeners[event]));
	});
}

/** The file name of a Content-Disposition header, in its plain or its extended form (RFC 6266). */
function fileNameOf(header: string | undefined): string | undefined {
	if (header === undefined) return undefined;
	const extended = /filename\*\s*=\s*UTF-8'[^']*'([^;]+)/i.exec(header)?.[1];
	if (extended !== undefined) {
		try {
			return decodeURIComponent(extended.trim());
		} catch {
			// Not escaped as it should be: the plain form may still do.
		}
	}
	const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header);
	return (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2])?.trim();
}
