/** What Test answers in each case. Every sentence of a column is another one. */
export const SENTENCES = {
	salesCrmApi: {
		right: /Connection successful/,
		secret: /The API token may be wrong or revoked\. .* it is not taken at this route/,
		silent: /The Base URL cannot be reached: .*\(ECONNREFUSED\)\./,
		path: /This is not the address of a Sales CRM: check the Base URL\. It answered with status 404\./,
		page: /This is not the address of a Sales CRM: check the Base URL\. It answered with a web page instead of data\./,
		moved:
			/The Base URL redirects to another address \(307\)\. .* The answer points to http:\/\/127\.0\.0\.1:\d+/,
		profile:
			/The service answers, but not for this company profile \(403\): check the Company Profile ID\./,
	},
	salesCrmServiceAccountApi: {
		right: /Connection successful/,
		secret: /could not sign in: its name or its secret is wrong \(FAILED\)\. Attempts left: 4\./,
		silent: /could not sign in: the login got no answer\./,
		path: /could not sign in: the address answered with status \(404\)\. Check Base URL and Login Path/,
		page: /could not sign in: the address answered with a web page \(200\)\. Check Base URL/,
		moved: /could not sign in: the Base URL redirects to another address \(307\)\./,
		profile:
			/The service refused \(403\): the sign-in is not valid, or has no access to quotations/,
	},
	salesCrmOAuth2Api: {
		right: /Connection successful!/,
		secret: /The credential "Tested" needs to be reconnected\./,
		silent: /ECONNREFUSED/,
		path: /Either this is not the address of a Sales CRM or there is no such company profile: /,
		page: /This is not the address of a Sales CRM: check the Base URL\./,
		moved: /The Base URL redirects to another address: /,
		profile:
			/The service refused \(403\): the access token is not accepted, or has no access to this company profile\./,
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
