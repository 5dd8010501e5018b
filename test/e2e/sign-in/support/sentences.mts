/** What Test answers in each case. Every sentence of a column is another one. */
export const SENTENCES = {
	salesCrmApi: {
		right: /Connection successful/,
		secret: /The API token was refused: it is wrong or revoked\./,
		silent: /The Base URL cannot be reached: .*\(ECONNREFUSED\)\./,
		path: /This address is not the one of a Sales CRM: check the Base URL\. It answered with status 404\./,
		page: /This address is not the one of a Sales CRM: check the Base URL\. It answered with a web page instead of data\./,
		moved:
			/The Base URL points on to http:\/\/127\.0\.0\.1:\d+: if that is your Sales CRM, enter its address instead\./,
		profile:
			/The sign-in is right, but it has no access to this company profile: check the Company Profile ID\./,
	},
	salesCrmServiceAccountApi: {
		right: /Connection successful/,
		secret: /could not sign in: its name or its secret is wrong \(FAILED\)\. Attempts left: 4\./,
		silent: /could not sign in: nothing answers at its address\./,
		path: /could not sign in: .* without a session \(status 404\)\. Check Base URL and Login Path/,
		page: /could not sign in: the address answered with a web page instead of data \(status 200\)\. Check Base URL/,
		moved: /could not sign in: the Base URL points on to another address \(307\)\./,
		profile:
			/The sign-in is right, but it has no access to this company profile: check the Company Profile ID\./,
	},
	salesCrmOAuth2Api: {
		right: /Connection successful!/,
		secret: /The credential "Tested" needs to be reconnected\./,
		silent: /ECONNREFUSED/,
		path: /Either this address is not the one of a Sales CRM or there is no such company profile: /,
		page: /This address is not the one of a Sales CRM: check the Base URL\./,
		moved: /The Base URL points on to another address: /,
		profile:
			/The sign-in is right, but it has no access to this company profile: check the Company Profile ID\./,
	},
};
export type Case = keyof (typeof SENTENCES)['salesCrmApi'];

/** n8n 1.x has words of its own for every failure in a test of OAuth2, and does not use ours. */
const OAUTH2_ON_1: typeof SENTENCES.salesCrmOAuth2Api = {
	...SENTENCES.salesCrmOAuth2Api,
	secret: /refresh token is invalid, expired, revoked/,
	silent: /The service refused the connection - perhaps it is offline/,
	path: /The resource you are requesting could not be found/,
	moved: /Request failed with status code 307/,
	profile: /Forbidden - perhaps check your credentials\?/,
};

export const sentencesOf = (type: keyof typeof SENTENCES, line: string) =>
	type === 'salesCrmOAuth2Api' && line === '1' ? OAUTH2_ON_1 : SENTENCES[type];
