import {
	type Connection,
	forProfile,
	optionalProfile,
	requiredProfile,
} from '../../../nodes/transport/connection';
import { uuid } from '../../support/uuid';

/** Which company profile a run works with. */

const MINE = uuid(0xa1);
const OTHER = uuid(0xb2);

const connection = (more: Partial<Connection> = {}) =>
	({ scheme: 'serviceAccount', profileId: MINE, ...more }) as Connection;

describe('the company profile', () => {
	it.each([[undefined], [null], [''], ['  ']])(
		"%j in the node leaves the credential's",
		(entered) => {
			expect(forProfile(connection(), entered).profileId).toBe(MINE);
			expect(optionalProfile(entered)).toBeUndefined();
		},
	);

	it('must be a UUID; what it is else is not repeated, for it may be a token', () => {
		expect(() => forProfile(connection(), 'a-token')).toThrow(
			expect.objectContaining({
				message: "'Company Profile ID' is not a valid UUID",
				description: expect.not.stringContaining('a-token'),
			}),
		);
	});

	it.each(['oAuth2', 'serviceAccount'] as const)('is needed by %s', (scheme) => {
		const without = connection({ scheme, profileId: undefined });
		expect(() => forProfile(without, '')).toThrow('No company profile is set');
		expect(forProfile(without, OTHER).profileId).toBe(OTHER);
	});

	it('is not needed by a token, which has one, but by some requests even then', () => {
		const token = forProfile(connection({ scheme: 'apiToken', profileId: undefined }), '');
		expect(token.profileId).toBeUndefined();
		expect(() => requiredProfile(token)).toThrow('No company profile is set');
		expect(requiredProfile(connection())).toBe(MINE);
	});
});
