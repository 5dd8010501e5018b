import { providerFault } from '../../../nodes/auth/oauth2';

/**
 * Why an access token could not be renewed: trouble of the identity provider, which may pass, or a
 * credential that has to be connected again. That n8n throws such errors: test/engine/oAuth2.
 */

const troubleOf = (error: object) => providerFault(error).provider;

describe('trouble at the provider', () => {
	it.each([
		['server_error', { code: 'EAUTH', body: { error: 'server_error' } }, false],
		['temporarily_unavailable', { body: { error: 'temporarily_unavailable' } }, false],
		['slow_down', { code: 'EAUTH', body: { error: 'slow_down' } }, false],
		['500', { response: { status: 500 } }, false],
		['429', { response: { status: 429 } }, true],
		['503', { code: 'ESTATUS', status: 503 }, true],
		['404', { code: 'ESTATUS', status: 404 }, false],
		['504', { response: { status: 504 }, status: 503 }, false],
		['ECONNREFUSED', { code: 'ECONNREFUSED' }, true],
		['EAI_AGAIN', { code: 'EAI_AGAIN' }, true],
		['ENOTFOUND', { code: 'ENOTFOUND' }, false],
		['ECONNRESET', { code: 'ECONNRESET' }, false],
		['ETIMEDOUT', { code: 'ETIMEDOUT' }, false],
		['CERT_HAS_EXPIRED', { code: 'CERT_HAS_EXPIRED' }, false],
		['ECONNRESET', { cause: { code: 'ECONNRESET' } }, false],
		['ECONNREFUSED', { cause: { code: 'ECONNREFUSED' } }, true],
	])('%s, from %j: to be asked again at once: %p', (code, error, passing) => {
		expect(providerFault({ message: 'words of the engine', ...error })).toEqual({
			code,
			message: code,
			provider: { passing },
		});
	});

	it('is what an answer is that is no JSON', () => {
		expect(providerFault(new SyntaxError('Unexpected token <') as object)).toMatchObject({
			code: 'no JSON',
			provider: { passing: false },
		});
	});
});

describe('a credential to be connected again', () => {
	it.each([
		['a plain refusal', { code: 'EAUTH', message: 'no', body: { error: 'invalid_grant' } }],
		['a refusal without its words', { code: 'EAUTH', message: 'no' }],
		['words alone', { message: 'no' }],
		['a code of its own', { code: 'OAUTH_ERROR', message: 'no' }],
		[
			'a refusal, whatever led to it',
			{ code: 'EAUTH', message: 'no', cause: { code: 'ECONNRESET' } },
		],
		['a cause without a code', { message: 'no', cause: { message: 'x' } }],
	])('%s', (_what, error) => {
		expect(troubleOf(error)).toBeUndefined();
		expect(providerFault(error).message).toBe('no');
	});

	it('has no refresh token', () => {
		const fault = providerFault({ code: 'ERR_ASSERTION', message: 'refresh_token is required' });
		expect(fault).toEqual({
			code: '',
			message: 'The access has expired, and the identity provider gave no refresh token.',
		});
	});

	it('is named even where the engine has no words for it', () => {
		expect(providerFault({})).toEqual({ code: '', message: '' });
	});
});
