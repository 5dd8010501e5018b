import type { IncomingMessage, ServerResponse } from 'node:http';
import { dueFault } from '../faults.mts';
import { drop, interrupt } from '../interrupt.mts';
import { instead } from '../routes/play.mts';
import type { Switches } from '../switches.mts';

/**
 * Plays the fault that is due at the token endpoint (route `token`), if any. Returns whether the
 * request has met its end by that.
 */
export function playFault(
	path: string,
	request: IncomingMessage,
	response: ServerResponse,
	{ faults, errorShape }: Switches,
): boolean {
	const named = faults.filter(({ route }) => route === 'token');
	const fault = path.split('?')[0] === '/token' && dueFault(named, { route: 'token' });
	if (!fault) return false;
	if (drop(request, fault)) return true;
	interrupt(response, fault);
	const answer = instead(fault, { errorShape });
	if (!answer) return false;
	const { status, headers, body } = answer;
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
	return true;
}
