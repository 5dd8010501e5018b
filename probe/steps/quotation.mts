import { chunksOf, isStream } from '../../nodes/transport/response.ts';
import { openQuotationPdf } from '../../nodes/api/quotations.ts';
import type { Asker } from '../asker.mts';
import { type Field, fieldsOf } from '../examine/fields.ts';
import { type File, fileOf } from '../examine/file.ts';
import { dataOf } from '../examine/reply.ts';

/** What one quotation is like, as data and as a file. */
export interface QuotationFindings {
	/** Answered as an object, or as a list of them. */
	info?: 'object' | 'list';
	fields: Field[];
	file?: File;
}

/** @param stillIn Asks whether the sign-in holds: what comes in place of a file may speak of that. */
export async function quotation(
	asker: Asker,
	id: string,
	{ profile, stillIn }: { profile?: string; stillIn(): Promise<boolean> },
): Promise<QuotationFindings> {
	const query = { id, company_profile_id: profile };
	const info = dataOf(await asker.ask('getQuotationInfo', { query }));
	const file = await beginningOfFile(asker, id);
	const believed = file?.answer === 'pdf' || (await stillIn());
	return {
		info: info === undefined ? undefined : Array.isArray(info) ? 'list' : 'object',
		fields: fieldsOf([info ?? []].flat(), asker.naming),
		file: believed ? file : undefined,
	};
}

const ENOUGH_BYTES = 1024;

/** Opened as the node opens it; no more than the beginning is read. */
async function beginningOfFile({ connection }: Asker, id: string): Promise<File | undefined> {
	const retry = { ...connection.retry, maxAttempts: 1 };
	try {
		const { headers, body } = await openQuotationPdf({ ...connection, retry }, id);
		if (!isStream(body)) return undefined;
		let seen = Buffer.alloc(0);
		for await (const chunk of chunksOf(body, retry.timeoutMs, undefined)) {
			seen = Buffer.concat([seen, chunk]);
			if (seen.length >= ENOUGH_BYTES) break;
		}
		return fileOf(headers, seen.subarray(0, ENOUGH_BYTES));
	} catch {
		return undefined;
	}
}
