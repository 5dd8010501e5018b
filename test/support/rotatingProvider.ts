import nock from 'nock';

let providers = 0;

/**
 * An identity provider played by nock, as strict as some are: each renewal gives a new refresh token,
 * and who comes with one that was used before loses the access for good.
 */
export function rotatingProvider(url: string) {
	const name = ++providers;
	const state = { renewals: 0, isDead: false };
	const access = () => `access-${name}-${state.renewals}`;
	const refresh = () => `refresh-${name}-${state.renewals}`;
	const tokens = () => ({
		access_token: access(),
		refresh_token: refresh(),
		token_type: 'Bearer',
		expires_in: 3600,
	});
	nock(url)
		.persist()
		.post('/token')
		.delay(50)
		.reply((_, body) => {
			const used = new URLSearchParams(String(body)).get('refresh_token');
			if (used !== refresh()) state.isDead = true;
			if (state.isDead) return [400, { error: 'invalid_grant' }, JSON_TYPE];
			state.renewals++;
			return [200, tokens(), JSON_TYPE];
		});
	return { state, tokens, accepts: (header: unknown) => header === `Bearer ${access()}` };
}

const JSON_TYPE = { 'content-type': 'application/json' };
