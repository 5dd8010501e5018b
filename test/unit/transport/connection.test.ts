import {
	type Connection,
	forProfile,
	optionalProfile,
	checkProfileOfWrite,
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

	it.each(['oAuth2', 'serviceAccount'] as const)('is named for what %s creates', (scheme) => {
		const without = forProfile(connection({ scheme, profileId: undefined }), '');
		expect(() => checkProfileOfWrite(without)).toThrow('No company profile is set');
		checkProfileOfWrite(forProfile(without, OTHER));
	});

	it('is not named for what a token creates, which is pinned to one', () => {
		checkProfileOfWrite(forProfile(connection({ scheme: 'apiToken', profileId: undefined }), ''));
	});
});
