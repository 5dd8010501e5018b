import { runOperation } from '../../support/nodeRuns';
import { startOver } from '../../support/startOver';

/** What of a form may be empty, and days that are not rounded. That all else is an error: parameters.test.ts. */

const DAY = 86_400_000;

beforeEach(async () => await startOver({ contacts: 3, quotations: 2 }));

it('a form with an email and no phone searches by email', async () => {
	const audienceId = identities.AUDIENCE_ID;
	const listed = await runOperation('contact', 'getAll', { audienceId });
	const [{ 'E-mailadres': email }] = listed.rows;
	const fields = ['email', 'phone', 'name'].map((name) => [name, `={{ $json.${name} }}`]);
	const { rows } = await runOperation(
		'contact',
		'search',
		{ audienceId, ...Object.fromEntries(fields) },
		{ items: [{ json: { email, phone: '', name: ' ' } }] },
	);
	expect(rows).toMatchObject([{ found: true, matchedBy: 'email', searchedEmail: email }]);
});

it.each([
	[9.9986, 0],
	[10.0014, 1],
])(
	'a quotation that is open for %d days passes a filter of 10 days %i times',
	async (days, times) => {
		const [one, other] = sandbox.world.profile().quotations;
		Object.assign(one, { status: 'SENT', createdAt: Math.floor(Date.now() - days * DAY) });
		other.status = 'ACCEPTED';
		const { rows } = await runOperation('quotation', 'getAll', { filters: { minDaysOpen: 10 } });
		expect(rows).toHaveLength(times);
	},
);
