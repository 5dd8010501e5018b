import { coded, problem, Refusal, type Answer } from '../answer.mts';
import type { Fault } from '../faults.mts';
import type { RequestEntry } from '../log.mts';
import type { Switches } from '../switches.mts';

/** The target of the redirect that ends a session if `sessionEnd` is `redirect`. */
export const LOG_IN_PAGE = '/inloggen';

/** The answer of a fault that takes the place of the work, if it is one of these. */
export function instead(
	{ kind, status, code, retryAfter, location = '/', body }: Fault,
	{ errorShape }: Pick<Switches, 'errorShape'>,
): Answer | undefined {
	const said = 'A fault, as asked for';
	const later: Record<string, string> =
		retryAfter === undefined ? {} : { 'retry-after': retryAfter };
	switch (kind) {
		case 'status': {
			const answer = code
				? coded(new Refusal(status ?? 403, said, { code }))
				: problem(status ?? 503, said, errorShape);
			return { ...answer, headers: { ...answer.headers, ...later } };
		}
		case 'html':
			return { ...html('Even geduld', status), headers: { ...HTML, ...later } };
		case 'redirect':
			return { status: status ?? 307, headers: { location } };
		case 'failure200':
			return { status: 200, body: body ?? { type: 'FAILED', message: said } };
		case 'noBody':
			return { status: status ?? 200 };
		default:
			return undefined;
	}
}

interface Playing {
	fault: Fault | null;
	switches: Switches;
	entry: RequestEntry | null;
	isPublished: boolean;
}

/** An answer as a fault or a switch wants it sent. From here on it need not fit the description. */
export function spoil(answer: Answer, playing: Playing): Answer {
	const { fault, switches, entry } = playing;
	if (answer.status === 401 && entry?.scheme === 'serviceAccount') {
		return sessionEnd(answer, playing);
	}
	if (fault?.kind === 'truncated' && !answer.stream) {
		const text = JSON.stringify(answer.body ?? {});
		return {
			...answer,
			headers: { ...answer.headers, 'content-type': 'application/json' },
			body: text.slice(0, Math.ceil(text.length / 2)),
		};
	}
	const { pdfAnswer } = switches;
	const replaces = pdfAnswer === 'html' || pdfAnswer === 'json';
	if (entry?.operationId?.startsWith('getQuotationPdf') && answer.stream && replaces) {
		answer.stream.destroy();
		return pdfAnswer === 'html'
			? html('Even geduld')
			: { status: 200, body: { message: 'Geen PDF' } };
	}
	return fault?.kind === 'emptyPage' ? { ...answer, body: withoutRows(answer.body) } : answer;
}

/** How the service answers if a session has ended or never existed. */
function sessionEnd(answer: Answer, { switches, isPublished }: Playing): Answer {
	const { sessionEnd, errorShape } = switches;
	switch (sessionEnd) {
		case 'redirect':
			return { status: 302, headers: { location: LOG_IN_PAGE } };
		case 'failed200':
			return { status: 200, body: { type: 'FAILED', message: 'Not signed in, or not any more' } };
		case 401:
			return answer;
		default:
			if (isPublished) return { ...answer, status: sessionEnd };
			return problem(sessionEnd, 'Not signed in, or not any more', errorShape);
	}
}

/** A page of a list in whatever shape, its rows taken out. */
function withoutRows(page: unknown): unknown {
	if (Array.isArray(page)) return [];
	const fields = Object.entries(page ?? {});
	return Object.fromEntries(
		fields.map(([name, value]) => [
			name,
			Array.isArray(value) || name === '_embedded' ? withoutRows(value) : value,
		]),
	);
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const html = (title: string, status = 200): Answer => ({
	status,
	headers: HTML,
	body: `<!doctype html><title>Sales CRM</title><h1>${title}</h1><p>Wij zijn zo terug.</p>\n`,
});

export const logInPage = () => html('Inloggen');
