import {
	hasEnded,
	isUntried,
	noteAccepted,
	noteEnded,
	noteGiven,
} from '../../../nodes/auth/tokenCache';

/** What a process remembers of sessions and tokens. */

const MINUTE = 60_000;

beforeEach(() => jest.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => jest.useRealTimers());
const wait = (ms: number) => jest.setSystemTime(Date.now() + ms);

let sessions = 0;
const newSession = () => `session ${++sessions}`;

it('nothing is held against one that was never heard of', () => {
	const session = newSession();
	expect(isUntried(session)).toBe(false);
	expect(hasEnded(session)).toBe(false);
});

it('one fresh from a sign-in is untried for five minutes, or until the service takes it', () => {
	const [waiting, taken] = [newSession(), newSession()];
	noteGiven(waiting);
	noteGiven(taken);
	expect(isUntried(taken)).toBe(true);
	noteAccepted(taken);
	expect(isUntried(taken)).toBe(false);
	wait(5 * MINUTE - 1);
	expect(isUntried(waiting)).toBe(true);
	wait(1);
	expect(isUntried(waiting)).toBe(false);
});

it('the same one given again is a new one: untried, and not ended', () => {
	const session = newSession();
	noteGiven(session);
	noteAccepted(session);
	noteEnded(session);
	expect(hasEnded(session)).toBe(true);
	noteGiven(session);
	expect(hasEnded(session)).toBe(false);
	expect(isUntried(session)).toBe(true);
});

it('one that was accepted and then ended stays ended when another request took it', () => {
	const session = newSession();
	noteGiven(session);
	noteEnded(session);
	noteAccepted(session);
	expect(hasEnded(session)).toBe(true);
	expect(isUntried(session)).toBe(false);
});

it('of very many the oldest are forgotten, and one that was noted again is not old', () => {
	const [old, again] = [newSession(), newSession()];
	noteEnded(old);
	noteEnded(again);
	for (let n = 0; n < 998; n++) noteEnded(newSession());
	expect(hasEnded(old)).toBe(true);
	noteEnded(again);
	noteEnded(newSession());
	expect(hasEnded(old)).toBe(false);
	expect(hasEnded(again)).toBe(true);
	for (let n = 0; n < 998; n++) noteEnded(newSession());
	expect(hasEnded(again)).toBe(true);
	noteEnded(newSession());
	expect(hasEnded(again)).toBe(false);
});
