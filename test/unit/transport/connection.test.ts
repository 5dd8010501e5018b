import {
	checkProfileOfWrite,
	type Connection,
	forProfile,
} from '../../../nodes/transport/connection';
import { uuid } from '../../support/uuid';

/** Which company profile a run works with. */

const OF_CREDENTIAL = uuid(0xa1);
const OF_NODE = uuid(0xb2);

const connectionOf = (scheme: Connection['scheme'], profileId?: string) =>
	({ scheme, profileId }) as Connection;

it.each([undefined, null, '', '  '])(
	"%j in the node leaves the credential's profile",
	(entered) => {
		const connection = forProfile(connectionOf('oAuth2', OF_CREDENTIAL), entered);
		expect(connection.profileId).toBe(OF_CREDENTIAL);
	},
);

it('a write needs a named profile, except with a token, which is pinned to one', () => {
	for (const scheme of ['oAuth2', 'serviceAccount'] as const) {
		const connection = connectionOf(scheme);
		expect(() => checkProfileOfWrite(connection)).toThrow('No company profile is set');
		checkProfileOfWrite(forProfile(connection, OF_NODE));
	}
	checkProfileOfWrite(connectionOf('apiToken'));
});
