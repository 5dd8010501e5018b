import type { IDataObject } from 'n8n-workflow';

/** What any operation of the action node needs to run, as a dry run if it creates contacts. */
export const usualParameters = (): IDataObject => ({
	audienceId: identities.AUDIENCE_ID,
	personalInfos: { mappingMode: 'defineBelow', value: { 'E-mailadres': 'an@example.com' } },
	dealId: { __rl: true, mode: 'id', value: sandbox.world.profile().deals[0].id },
	quotationId: { __rl: true, mode: 'id', value: sandbox.world.profile().quotations[0].id },
	email: 'an@example.com',
	name: 'Of the test',
	url: 'http://hook.example/',
	options: { dryRun: true },
});
