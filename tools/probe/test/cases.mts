/** Deviations of our own making, in three styles, one at a time: what the report says of each. */
export interface Case {
	name: string;
	file: 'springdoc.json' | 'nestjs.json' | 'swagger-jsdoc.yaml';
	/** Texts of the file and what they become. */
	changes: Array<[from: string | RegExp, to: string]>;
	says: RegExp[];
	never?: RegExp[];
}

const row = (name: string, quote: string) =>
	new RegExp(`\\*\\*${name}[^\\n]*\\n(  - [^\\n]*\\n)*  - [^\\n]*${quote}`);
const silent = (name: string) => new RegExp(`\\*\\*${name}[^*]*\\*\\*: not a word`);
const ROUTES = '(?:GET|PUT|POST|DELETE) \\S+';
const fails = (words: string) =>
	new RegExp(`## What will not work[^]*${ROUTES}: ${words}[^]*## What it says`);

/** In all of swagger-jsdoc.yaml. */
const SCOPED: [RegExp, string] = [
	/security:\n {8}- OAuth2:\n {12}- \w+/g,
	'security: [{ key: [] }]',
];
const scheme = (yaml: string): [string, string] => [
	'  securitySchemes:',
	`  securitySchemes:\n    key: ${yaml}`,
];
const contacts = '/v2/contacts:';

export const CASES: Case[] = [
	{
		name: 'a body that asks for parts of the history is quoted, not settled',
		file: 'nestjs.json',
		changes: [],
		says: [row('Whether history, statuses and users come whole', '"cursor": { "type": "string" }')],
		never: [/settled/],
	},
	{
		name: 'an answer that is not described says nothing',
		file: 'springdoc.json',
		changes: [
			[
				/("operationId":"(?:putContact|getHistory)".*?"200":\{"description":"OK"),"content":\{"\*\/\*":\{"schema":\{"\$ref":"[^"]*"\}\}\}/g,
				'$1',
			],
		],
		says: [
			silent('Answer to creating a contact'),
			silent('Whether history, statuses and users come whole'),
		],
	},
	{
		name: 'a text without values, and an empty description, say nothing',
		file: 'nestjs.json',
		changes: [
			[
				/"contact_type": \{\s*"type": "string",\s*"enum": \[[^\]]*\]/g,
				'"contact_type": { "type": "string", "description": ""',
			],
		],
		says: [silent('Allowed values of `contact_type`')],
	},
	{
		name: 'a 64-bit number says nothing of its unit',
		file: 'swagger-jsdoc.yaml',
		changes: [['description: Seconds since the Unix epoch', 'format: int64']],
		says: [silent('Unit of the timestamp of an event')],
	},
	{
		name: 'sizes that may be asked for are quoted, not refused',
		file: 'nestjs.json',
		changes: [[/"maximum": 100/, '"enum": [10, 25]']],
		says: [row('Largest `per_page`', '"enum": \\[10, 25\\]')],
		never: [/refused: 10/],
	},
	{
		name: 'a required field that is not sent comes first',
		file: 'springdoc.json',
		changes: [
			['"required":["audience","standard_personal_infos"]', '"required":["audience","owner_id"]'],
		],
		says: [
			/will not work\n\n### Importing.*\n\n- \*\*PUT \S+: `contact.owner_id` is required, and is not sent/,
		],
	},
	{
		name: 'a required body of the history is to be set',
		file: 'nestjs.json',
		changes: [[/("cursor": \{\s*"type": "string"\s*\}\s*\})/, '$1, "required": ["cursor"]']],
		says: [/Request Body.*"cursor": <string>.* for POST \S+\/history/],
	},
	{
		name: 'of several parameters that end in id each is quoted',
		file: 'swagger-jsdoc.yaml',
		changes: [
			[
				/( +- in: query\n +name: id\n)/,
				'        - { in: query, name: request_id, schema: { type: string } }\n$1',
			],
		],
		says: [row('Where the id goes', 'request_id'), row('Where the id goes', 'name: id ')],
	},
	{
		name: 'of several webhooks that of a changed deal is the event',
		file: 'nestjs.json',
		changes: [
			[
				/^\{/,
				`{ "x-webhooks": { "contactAdded": { "post": { "parameters": [{ "name": "X-Contact", "in": "header" }] } },
			"dealMoved": { "post": { "parameters": [{ "name": "X-Deal", "in": "header" }] } } },`,
			],
		],
		says: [row('Signing of calls', 'X-Deal')],
		never: [/X-Contact/],
	},
	{
		name: 'callbacks are events',
		file: 'swagger-jsdoc.yaml',
		changes: [],
		says: [
			row('Signing of calls', 'X-Signature'),
			row('The response a receiver must give', '2XX'),
			row('Delivery guarantees', 'Sent up to 5 times'),
		],
	},
	{
		name: 'an API key in a header of its own is named',
		file: 'swagger-jsdoc.yaml',
		changes: [SCOPED, scheme('{ type: apiKey, in: header, name: X-API-KEY }')],
		says: [fails('it wants an API key in the header X-API-KEY, which no credential')],
	},
	{
		name: 'HTTP basic is named',
		file: 'swagger-jsdoc.yaml',
		changes: [SCOPED, scheme('{ type: http, scheme: basic }')],
		says: [fails('it wants http basic, which no credential')],
	},
	{
		name: 'client credentials are named',
		file: 'swagger-jsdoc.yaml',
		changes: [
			SCOPED,
			scheme('{ type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: {} } } }'),
		],
		says: [fails('it wants OAuth2 with clientCredentials')],
	},
	{
		name: 'addresses and scopes of OAuth2 are given',
		file: 'swagger-jsdoc.yaml',
		changes: [],
		says: [
			/Authorization URL\*\*: https:\/\/login.crm.example\/oauth2\/authorize/,
			/Access Token URL\*\*: https:\S+\/token/,
			/Scope\*\*: contacts deals/,
		],
	},
	{
		name: 'where no sign-in is needed it is said',
		file: 'springdoc.json',
		changes: [
			[
				'"tags":["contact-controller"],"operationId":"getContacts","parameters":[{"name":"X-AUTHORIZATION","in":"header","description":"Bearer JWT","required":true,',
				'"security":[{},{"bearerAuth":[]}],"parameters":[{"name":"X-Other","in":"header",',
			],
		],
		says: [/Credential\*\*: none is needed, for GET \/api\/v1\/contacts/],
	},
	{
		name: 'a header parameter Authorization is a token',
		file: 'springdoc.json',
		changes: [
			[
				/"name":"X-AUTHORIZATION","in":"header","description":"Bearer JWT"/g,
				'"name":"Authorization","in":"header"',
			],
		],
		says: [/Credential\*\*: Sales CRM API .* for all routes/],
	},
	{
		name: 'variables of a server are to be filled in',
		file: 'swagger-jsdoc.yaml',
		changes: [[/\/v2\//g, '/v1/']],
		says: [/Base URL\*\*: https:\/\/\{tenant\}.crm.example, with \{tenant\} filled in/],
	},
	{
		name: 'another version is compared, and told',
		file: 'swagger-jsdoc.yaml',
		changes: [],
		says: [
			fails('it is at /api/v2/contacts; the package calls /api/v1/contacts'),
			fails('`contact.time_stamp` is sent as 1742378400000, which is refused'),
		],
	},
	{
		name: 'other casing and another notation of parameters are compared',
		file: 'nestjs.json',
		changes: [
			[
				'"/contact-service/api/v1/{companyProfileId}/history"',
				'"/Contact-Service/api/v1/:companyProfileId/History"',
			],
		],
		says: [
			fails('it is at /Contact-Service/api/v1/:companyProfileId/History'),
			row('Types of history entries', 'ITEM_ARCHIVED'),
		],
	},
	{
		name: 'another base path is set',
		file: 'nestjs.json',
		changes: [['"https://api.crm.example"', '"https://api.crm.example/gateway"']],
		says: [/Base URL\*\*: https:\/\/api.crm.example\/gateway\n/],
	},
	{
		name: 'a part of the routes is compared',
		file: 'swagger-jsdoc.yaml',
		changes: [
			[/ {2}\/v2\/(un)?subscribe:[^]*?(?=\n {2}\/|\ncomponents)/g, ''],
			[contacts, '/v1/contacts:'],
		],
		says: [
			/describes 2 of the 13 routes/,
			fails('the header parameter `Idempotency-Key` is required'),
		],
	},
	{
		name: 'a type, a list of values and a closed object that refuse what is sent are told',
		file: 'springdoc.json',
		changes: [
			[
				'"time_stamp":{"type":"integer","format":"int64"}',
				'"time_stamp":{"type":"integer","format":"int32"}',
			],
			[/"enum":\["CONSUMER","COMPANY"\]/, '"enum":["PERSON"]'],
			['"NewContactDto":{', '"NewContactDto":{"additionalProperties":false,'],
		],
		says: [
			fails('`contact.time_stamp` is sent as 1742378400000'),
			fails('`contact.contact_type` is sent as "CONSUMER"'),
		],
	},
];
