import { markExpired, seenOf } from '../../../nodes/auth/tokenCache';

it('of very many tokens the oldest are forgotten, and one that was noted again is not old', () => {
	const isExpired = (token: string) => seenOf(token).expired === true;
	const noteOthers = (many: number, name: string) => {
		for (let n = 0; n < many; n++) markExpired(`${name} ${n}`);
	};
	markExpired('old');
	markExpired('again');
	noteOthers(998, 'first');
	expect(isExpired('old')).toBe(true);
	markExpired('again');
	markExpired('one more');
	expect(isExpired('old')).toBe(false);
	noteOthers(998, 'second');
	expect(isExpired('again')).toBe(true);
	markExpired('one too many');
	expect(isExpired('again')).toBe(false);
});
