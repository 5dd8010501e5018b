import type { Fault } from '../../tools/sandbox/faults.mts';
import type { Unread } from '../../nodes/api/source';
import { fault, json, type Scripted } from './scripted';

/** Each way in which a list that is read beside the main one can fail, and what that means (nodes/api/source.ts). */
export interface Failure {
	readonly name: string;
	readonly is: Unread['is'];
	/** What it means of a list that was seen to answer before. */
	readonly onceSeen: Unread['is'];
	/** For the sandbox: `{ ...failure.fault, route: 'listBoards', every: 1 }`. */
	readonly fault: Pick<Fault, 'kind' | 'status' | 'code' | 'body'>;
}

const status = (status: number, code?: string): Failure['fault'] => ({
	kind: 'status',
	status,
	...(code && { code }),
});

/** [fault, what it means, what it means once the list was seen] by name. */
const WAYS: Record<string, [Failure['fault'], Unread['is'], Unread['is']]> = {
	'404 in JSON': [status(404, 'NOT_FOUND'), 'notOffered', 'unavailable'],
	'404 without a body': [{ kind: 'noBody', status: 404 }, 'notOffered', 'unavailable'],
	'405': [status(405, 'NO_SUCH_METHOD'), 'notOffered', 'unavailable'],
	'400 INVALID_PERMISSION': [status(400, 'INVALID_PERMISSION'), 'notOffered', 'refused'],
	'401 INVALID_PERMISSION': [status(401, 'INVALID_PERMISSION'), 'notOffered', 'refused'],
	'403 INVALID_PERMISSION': [status(403, 'INVALID_PERMISSION'), 'notOffered', 'refused'],
	'403 with another code': [status(403, 'LABEL_ACCESS_DENIED'), 'refused', 'refused'],
	'403 without a body': [{ kind: 'noBody', status: 403 }, 'refused', 'refused'],
	'401': [status(401, 'INVALID_TOKEN'), 'unavailable', 'unavailable'],
	'408': [status(408, 'x'), 'unavailable', 'unavailable'],
	'425': [status(425, 'x'), 'unavailable', 'unavailable'],
	'429': [status(429, 'x'), 'unavailable', 'unavailable'],
	'500': [status(500, 'x'), 'unavailable', 'unavailable'],
	'503': [status(503, 'x'), 'unavailable', 'unavailable'],
	'a page with 200': [{ kind: 'html', status: 200 }, 'unavailable', 'unavailable'],
	'a page with 403': [{ kind: 'html', status: 403 }, 'unavailable', 'unavailable'],
	'a page with 404': [{ kind: 'html', status: 404 }, 'unavailable', 'unavailable'],
	'no list': [{ kind: 'failure200', body: { message: 'OK' } }, 'unavailable', 'unavailable'],
	'a failure with 200': [{ kind: 'failure200' }, 'unavailable', 'unavailable'],
	'no answer': [{ kind: 'drop' }, 'unavailable', 'unavailable'],
};

export const FAILURES: readonly Failure[] = Object.entries(WAYS).map(
	([name, [fault, is, onceSeen]]) => ({ name, fault, is, onceSeen }),
);

/** One failure of each kind, for tables in which each failure costs a run. */
export const ONE_OF_EACH: readonly Failure[] = ['404 in JSON', '403 with another code', '500'].map(
	(name) => FAILURES.find((one) => one.name === name)!,
);

/** The same for a scripted service. */
export function answerOf({ fault: { kind, status: code = 200, ...has } }: Failure): Scripted {
	if (kind === 'drop') return fault({ code: 'ECONNRESET' });
	if (kind === 'noBody') return { statusCode: code };
	if (kind === 'html') return { statusCode: code, body: '<html>Maintenance</html>' };
	const failed = { type: 'FAILED', message: 'x' };
	return json(kind === 'failure200' ? (has.body ?? failed) : { message: has.code }, code);
}
