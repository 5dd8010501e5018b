/** The accounts and profiles of the sandbox. These values are public, because they give access to nothing else. */

/** The company profile everyone here may work in. */
export const PROFILE_ID = '3f0c7a52-8a1e-4d0b-9c64-5b1f2e7d9a10';
/** A small second profile. The service account and the OAuth user have access to it as well. */
export const SECOND_PROFILE_ID = '5a7e19c4-0d36-4b8f-8e21-c94d6f03b725';
/** Exists, but nobody who can sign in here has access to it. */
export const OTHER_PROFILE_ID = '9d41b6e8-2c57-4f3a-b0d9-71e8a5c2f364';

/** Their names, as the published list of profiles has them. */
export const PROFILE_NAMES: Record<string, string> = {
	[PROFILE_ID]: 'Zon en Dak',
	[SECOND_PROFILE_ID]: 'Zon en Dak Zuid',
	[OTHER_PROFILE_ID]: 'Van een ander',
};

/**
 * What the list of profiles contains besides IDs and names, all of it invented. None of it may appear in an item,
 * a log, static data or an error.
 */
export const PROFILE_SECRETS = {
	iban: 'NL00ZOND0123456789',
	taxNumber: 'NL001234567B01',
	bic: 'ZONDNL00',
	mailchimpKey: '00000000000000000000000000000000-us0',
	paymentCustomer: 'cst_zonendak00',
	phone: '020 000 00 01',
	email: 'directie@zonendak.example',
};

/** The audience of PROFILE_ID with the seeded contacts. */
export const AUDIENCE_ID = 'b2d8e4f1-6a90-4c7d-a35e-08f1c7b9d246';
/** An audience of PROFILE_ID that starts without contacts. */
export const EMPTY_AUDIENCE_ID = 'c6f03a97-1e84-4d25-9b7c-42ad5e80f913';
/** The audience of SECOND_PROFILE_ID. */
export const SECOND_AUDIENCE_ID = 'd17c5b08-4f62-4a9e-8c30-96eb2d71a458';

/** Pinned to PROFILE_ID. */
export const API_TOKEN = 'sandbox-api-token';
/** Pinned to SECOND_PROFILE_ID. */
export const SECOND_API_TOKEN = 'sandbox-second-api-token';

export const SERVICE_ACCOUNT = {
	email: 'sandbox-service-account',
	password: 'sandbox-service-secret',
};
/** Its id as a user, as published. */
export const SERVICE_ACCOUNT_ID = 'e3b5a1d0-7c46-4f29-8a57-0d9c21f6b384';

export const OAUTH_CLIENT = { clientId: 'n8n-sandbox', clientSecret: 'n8n-sandbox-secret' };

export const OAUTH_USER = {
	email: 'sanne@zonendak.example',
	password: 'sandbox-user-password',
	name: 'Sanne de Vries',
};
