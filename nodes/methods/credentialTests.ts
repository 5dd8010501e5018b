import type {
	IAllExecuteFunctions,
	ICredentialTestFunction,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { listProfiles, profileNames } from '../api/profiles';
import { routes } from '../api/routes';
import { connect } from '../auth/authenticator';
import { loginIn } from '../auth/login';
import { renewSession, SESSION_HEADER, sharedLogin } from '../auth/serviceAccount';
import { requestRows } from '../pagination/list';
import { type Connection, noProfileError, optionalAudience } from '../transport/connection';
import { type Scheme, tokenOf } from '../transport/credential';
import { isTemporaryStatus, type ServiceError } from '../transport/errors';
import { UserError, wholeError } from '../utils/userError';

/** A Test makes the same calls as a run, so that both give the same errors. */

export const testApiToken = testOf('apiToken');
export const testServiceAccount = testOf('serviceAccount');

interface Reply {
	statusCode: number;
	headers: Record<string, string>;
	body: unknown;
}

const PATIENCE = { maxAttempts: 1, timeoutMs: 15_000 };

function testOf(scheme: Scheme): ICredentialTestFunction {
	return async function ({ data = {} }) {
		const { helpers } = this;
		// n8n's test context only has this older helper, whose options have other names.
		const send = async ({ url, method, headers, qs, body, timeout }: IHttpRequestOptions) =>
			(await helpers.request({
				...{ uri: url, method, headers, qs, body, timeout },
				...{ simple: false, resolveWithFullResponse: true, followRedirect: false },
			})) as Reply;
		const signature = async () =>
			scheme === 'apiToken'
				? { Authorization: `Bearer ${tokenOf(data)}` }
				: { [SESSION_HEADER]: await renewSession({ ...loginIn(data), sessionKey: '' }, send) };
		const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions) => {
			Object.assign(options.headers!, await signature());
			return await send(options);
		};
		const context = {
			getCredentials: async () => data,
			logger: { warn: () => undefined },
			helpers: { httpRequestWithAuthentication },
		} as unknown as IAllExecuteFunctions;
		try {
			const connection = await connect(context, scheme, PATIENCE);
			optionalAudience(data.audienceId);
			if (scheme === 'serviceAccount') await sharedLogin(loginIn(data), send);
			await tryOut(connection);
			return { status: 'OK', message: 'Connection successful' };
		} catch (error) {
			return { status: 'Error', message: withoutPurpose(wholeError(error)) };
		}
	};
}

/** n8n says that it could not connect; which list was asked for helps nobody. */
const withoutPurpose = (message: string): string =>
	message.replace(/^Could not list the [\w ]+[:.] (.)/, (_, first: string) => first.toUpperCase());

/** Reads quotations as described; if that is refused, the company profiles as published. @throws UserError */
async function tryOut(connection: Connection): Promise<void> {
	const { profileId, baseUrl } = connection;
	const refused = await refusalOf(connection);
	if (!refused) return;
	const profiles = await listProfiles(connection).catch((error: ServiceError) => error);
	if (!(profiles instanceof Error)) {
		const isOpen = profiles.some(({ id }) => id === profileId);
		if (profileId !== undefined && !isOpen)
			throw wrongProfile(`Available: ${profileNames(profiles) || 'none'}.`);
		if (refused.status === 403 && !refused.isNoSuchRoute) throw refused;
		return;
	}
	if (!profiles.isNoSuchRoute) throw profiles;
	if (profileId !== undefined) {
		const withoutProfile = await refusalOf({ ...connection, profileId: undefined });
		if (!withoutProfile || (refused.isNoSuchRoute && !withoutProfile.isNoSuchRoute))
			throw wrongProfile();
	} else if (refused.status === 400 && !refused.isNoSuchRoute) {
		throw noProfileError();
	}
	throw [profiles, refused].find(isFromSalesCrm) ?? notSalesCrm(baseUrl, refused);
}

/** The error if quotations are refused. @throws ServiceError for a refused sign-in or a temporary error. */
async function refusalOf(connection: Connection): Promise<ServiceError | undefined> {
	const query = { company_profile_id: connection.profileId, page: 0, per_page: 1 };
	const { described } = routes.listQuotations;
	return await requestRows(connection, described, 'quotations', { query }).then(
		() => undefined,
		(error: ServiceError) => {
			const { isNoSuchRoute, status = 0 } = error;
			const isRefusal = status >= 400 && status !== 401 && !isTemporaryStatus(status);
			if (isNoSuchRoute || isRefusal) return error;
			throw error;
		},
	);
}

/** Any other server may answer 404, 405 or a web page, so these prove nothing. */
const isFromSalesCrm = ({ status = 0 }: ServiceError) =>
	status >= 400 && status !== 404 && status !== 405;

const wrongProfile = (available = '') =>
	new UserError(
		'The Sales CRM answers, but not for this company profile',
		`Check the Company Profile ID. ${available}`.trim(),
	);

/** Somebody may have pasted the address of a page. */
function notSalesCrm(baseUrl: string, { status = 0 }: ServiceError): UserError {
	const { origin, pathname } = new URL(baseUrl);
	const what = status < 300 ? 'a web page' : `status ${status}`;
	const advice = pathname === '/' ? '' : ` Leave out what follows the host: ${origin}.`;
	return new UserError(
		'This is not the address of a Sales CRM: check the Base URL',
		`It answered with ${what}.${advice}`,
	);
}
