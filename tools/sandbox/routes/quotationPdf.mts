import { ok, type Answer } from '../answer.mts';
import { pdf } from '../pdf.mts';
import type { Switches } from '../switches.mts';
import type { Quotation } from '../world/shapes.mts';

/** The file of a quotation, or its bytes as base64 in JSON. */
export async function quotationPdf(
	{ number, total }: Quotation,
	{ pdfAnswer, pdfBytes }: Switches,
): Promise<Answer> {
	const lines = [`Offerte ${number}`, `EUR ${total?.toFixed(2) ?? '–'}`];
	const file = await pdf(lines, pdfBytes);
	if (pdfAnswer === 'base64') {
		return ok(Buffer.concat(await file.stream().toArray()).toString('base64'));
	}
	const headers = { 'content-type': 'application/pdf', 'content-length': String(file.length) };
	return { status: 200, headers, stream: file.stream() };
}
