import {
	type Connection,
	forProfile,
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
		},
	);

	it.each(['oAuth2', 'serviceAccount'] as const)('is named for what %s creates', (scheme) => {
		const without = forProfile(connection({ scheme, profileId: undefined }), '');
		expect(() => checkProfileOfWrite(without)).toThrow('No company profile is set');
		checkProfileOfWrite(forProfile(without, OTHER));
	});

	it('is not named for what a token creates, which is pinned to one', () => {
		checkProfileOfWrite(forProfile(connection({ scheme: 'apiToken', profileId: undefined }), ''));
	});
});
