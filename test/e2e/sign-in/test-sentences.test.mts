import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { OTHER_PROFILE_ID } from '../../../tools/sandbox/identities.mts';
import { LINE, openStage, type Stage } from '../support/stage.mts';
import { connectOAuth2 } from './support/connect.mts';
import { AS_STORED, ENTERED, type CredentialType, type Data } from './support/credentials.mts';
import { gateway, openElsewhere, type Elsewhere } from './support/elsewhere.mts';
import { sentencesOf, type Case } from './support/sentences.mts';

const WRONG_SECRET: Record<CredentialType, Data> = {
	salesCrmApi: { apiToken: 'wrong' },
	salesCrmServiceAccountApi: { password: 'wrong' },
	salesCrmOAuth2Api: {},
};

describe('Test tells apart what is wrong', () => {
	let stage: Stage;
	const servers: Elsewhere[] = [];
	const open = async (...answering: Parameters<typeof openElsewhere>) => {
		const server = await openElsewhere(...answering);
		servers.push(server);
		return server.url;
	};
	before(async () => (stage = await openStage()));
	after(async () => {
		for (const server of servers) await server.close();
		await stage?.close();
	});

	for (const type of Object.keys(ENTERED) as CredentialType[]) {
		describe(type, () => {
			let id: string;
			let entered: Data;
			before(async () => {
				entered = ENTERED[type](stage.sandbox.url);
				({ id } = await stage.rest.createCredential(type, `Tested ${type}`, entered));
				if (type === 'salesCrmOAuth2Api') await connectOAuth2(stage.rest, id);
				if (type === 'salesCrmOAuth2Api') entered.oauthTokenData = AS_STORED;
			});
			const expect = async (which: Case | RegExp, change: Data) => {
				await stage.control('POST', '/reset', {});
				const data = { ...entered, ...change };
				const { status, message } = await stage.rest.testCredential(id, type, 'Tested', data);
				assert.match(message, which instanceof RegExp ? which : sentencesOf(type, LINE)[which]);
				assert.equal(status, which === 'right' ? 'OK' : 'Error');
			};

			it('right', async () => await expect('right', {}));
			it('nothing at the address', async () =>
				await expect('silent', { baseUrl: 'http://127.0.0.1:9' }));
			it('a path too many', async () =>
				await expect('path', { baseUrl: `${stage.sandbox.url}/api/v1` }));
			it('a web page', async () => await expect('page', { baseUrl: await open() }));
			it('an address that points on to another', async () => {
				const location = `${stage.sandbox.url}/`;
				const moved = await open(() => ({ status: 307, headers: { location } }));
				await expect('moved', { baseUrl: moved });
			});
			it('wrong profile', async () =>
				await expect('profile', { companyProfileId: OTHER_PROFILE_ID }));

			// n8n 1.x has words of its own for it.
			if (type === 'salesCrmOAuth2Api' && LINE === '2') {
				it('an access that the service does not take', async () => {
					const refusing = await open(() => ({ status: 401 }));
					await expect(/The access was refused \(401\): connect the credential again/, {
						baseUrl: refusing,
					});
				});
			}

			it('right with a slash at the end, spaces, and a path', async () => {
				const { url } = stage.sandbox;
				const behind = await open(gateway('/crm', url));
				for (const baseUrl of [
					`${url}/`,
					`${url}//`,
					` ${url} `,
					`${behind}/crm`,
					`${behind}/crm/`,
				])
					await expect('right', { baseUrl });
			});

			// The last one, for it ends the OAuth2 connection.
			it('wrong secret', async () => {
				await stage.control('POST', '/oauth/revoke');
				await expect('secret', WRONG_SECRET[type]);
			});
		});
	}
});
