import type { IDataObject } from 'n8n-workflow';

import {
	type Connection,
	forProfile,
	optionalProfile,
	requiredProfile,
} from '../../../nodes/transport/connection';
import { credentialTypeOf, type Scheme, secretsOf } from '../../../nodes/transport/credential';
import { warn } from '../../../nodes/transport/hints';
import { uuid } from '../../support/uuid';

/** What of the credential and the node a request goes by: the profile, and what must never be shown. */

const MINE = uuid(0xa1);
const OTHER = uuid(0xb2);

const connection = (more: Partial<Connection> | IDataObject = {}) =>
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

describe('secrets', () => {
	it('are all that a credential holds of them, of each scheme, and no blanks', () => {
		expect(secretsOf({ baseUrl: 'https://crm.example', apiToken: 'a' })).toEqual(['a']);
		expect(secretsOf({ email: 'e', password: 'p', sessionKey: '' })).toEqual(['p']);
		expect(secretsOf({ password: 'p', sessionKey: 's' })).toEqual(['p', 's']);
		const oauthTokenData = { access_token: 'x', refresh_token: 'r', expires_in: 5 };
		expect(secretsOf({ clientSecret: 'c', oauthTokenData } as never)).toEqual(['c', 'x', 'r']);
		expect(secretsOf({ clientSecret: 'c', oauthTokenData: undefined } as never)).toEqual(['c']);
	});

	it('are known without the blanks around them, which a service may not send back', () => {
		expect(secretsOf({ apiToken: ' Bearer a token\n', password: ' ' })).toEqual(['a token']);
	});
});

it('an unknown way of signing in, as an expression may give, is told', () => {
	expect(() => credentialTypeOf('basic' as Scheme)).toThrow("'Authentication' is unknown");
	expect(credentialTypeOf('oAuth2')).toBe('salesCrmOAuth2Api');
});

describe('a warning', () => {
	it('stands in the log where n8n can show it nowhere else', () => {
		const log = jest.fn();
		warn(connection({ context: { logger: { warn: log } } } as never), 'Look');
		expect(log).toHaveBeenCalledWith(expect.stringContaining('Look'));
	});

	it('is one for all that say the same in a run of a node, with their number', () => {
		const hints: Array<{ message: string }> = [];
		const run = () => ({ addExecutionHints: (hint: { message: string }) => hints.push(hint) });
		const [first, second] = [run(), run()];
		for (const words of ['Look', 'Listen', 'Look', 'Look']) {
			warn(connection({ context: first, profileId: OTHER } as never), words);
		}
		warn(connection({ context: second } as never), 'Look');
		const said = hints.map(({ message }) => message);
		expect(said).toEqual(['Look (3 times)', 'Listen', 'Look']);
	});
});
