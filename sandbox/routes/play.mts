import { problem, type Answer } from '../answer.mts';
import type { Fault } from '../faults.mts';
import type { Switches } from '../switches.mts';

const HTML =
	'<!doctype html><title>Sales CRM</title><h1>Even geduld</h1><p>Wij zijn zo terug.</p>\n';

/** The answer of a fault that takes the place of the work, if it is one of these. */
export function instead(
	{ kind, status, retryAfter, location = '/' }: Fault,
	{ errorShape }: Switches,
): Answer | undefined {
	const said = 'A fault, as asked for';
	const later: Record<string, string> =
		retryAfter === undefined ? {} : { 'retry-after': retryAfter };
	switch (kind) {
		case 'status': {
			const answer = problem(status ?? 503, said, errorShape);
			return { ...answer, headers: { ...answer.headers, ...later } };
		}
		case 'html':
			return html(status ?? 200, later);
		case 'redirect':
			return { status: status ?? 307, headers: { location } };
		case 'failure200':
			return { status: 200, body: { type: 'FAILED', message: said } };
		default:
			return undefined;
	}
}

/** An answer as a fault or a switch wants it sent. From here on it need not fit the description. */
export function spoil(
	answer: Answer,
	fault: Fault | null,
	{ pdfAnswer }: Switches,
	operationId?: string | null,
): Answer {
	if (fault?.kind === 'truncated' && !answer.stream) {
		const text = JSON.stringify(answer.body ?? {});
		return {
			...answer,
			headers: { ...answer.headers, 'content-type': 'application/json' },
			body: text.slice(0, Math.ceil(text.length / 2)),
		};
	}
	if (operationId === 'getQuotationPdf' && answer.stream && pdfAnswer !== 'pdf') {
		answer.stream.destroy();
		return pdfAnswer === 'html' ? html(200) : { status: 200, body: { message: 'Geen PDF' } };
	}
	return answer;
}

const html = (status: number, headers: Record<string, string> = {}): Answer => ({
	status,
	headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
	body: HTML,
});
