import { isObject } from '../../nodes/utils/json';
import { formOf, isMilliseconds } from './formats';
import { type Told, word } from './told';

/** What the login's answer and the session itself tell (interface.md, "POST /login-api"). */
export interface Login {
	type: 'SUCCESS' | 'FAILED' | 'TWO_FACTOR';
	key?: 'sessionKey' | 'session_key';
	form: Told;
	/** How long the session says that it lasts, in milliseconds; told in hours where it is one of the two known. */
	lifeMs?: number;
	life: Told;
	attemptsLeft: boolean;
}

/** Undefined for an answer that is no login's. */
export function loginOf(answer: unknown): Login | undefined {
	if (!isObject(answer) || typeof answer.type !== 'string') return undefined;
	const key = (['sessionKey', 'session_key'] as const).find((name) => answer[name]);
	const lifeMs = key && lifeOf(String(answer[key]));
	const asksForMore = answer.should_check_two_factor === true;
	return {
		type: asksForMore ? 'TWO_FACTOR' : answer.type === 'SUCCESS' ? 'SUCCESS' : 'FAILED',
		key,
		form: key ? formOf(answer[key]) : word('no session'),
		lifeMs,
		life: lifeWords(lifeMs),
		attemptsLeft: typeof answer.attemptsLeft === 'number',
	};
}

function lifeOf(session: string): number | undefined {
	const { iat, exp } = claims(session);
	if (typeof iat !== 'number' || typeof exp !== 'number') return undefined;
	const life = isMilliseconds(exp) ? exp - iat : (exp - iat) * 1000;
	const whole = Math.round(life / MINUTE) * MINUTE;
	return whole > 0 ? whole : undefined;
}

/** What a session says of itself, if it is a JWT; the signature is not checked. */
function claims(session: string): Record<string, unknown> {
	try {
		const payload = Buffer.from(session.split('.')[1] ?? '', 'base64url').toString();
		const said: unknown = JSON.parse(payload);
		return isObject(said) ? said : {};
	} catch {
		return {};
	}
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function lifeWords(ms: number | undefined): Told {
	if (ms === undefined) return word('the session does not say how long it lasts');
	if (ms === 2 * HOUR) return word('2 hours');
	if (ms === 24 * HOUR) return word('24 hours');
	if (ms < HOUR) return word('less than an hour');
	return ms < 24 * HOUR ? word('between 1 and 24 hours') : word('more than 24 hours');
}
