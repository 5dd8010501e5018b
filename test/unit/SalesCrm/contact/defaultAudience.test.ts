import '../../../support/fastClock';

import type { IDataObject } from 'n8n-workflow';

import { loadOptions } from '../../../../nodes/methods/loadOptions';
import { loadOptionsContext, runNode } from '../../../support/engine';
import { failure } from '../../../support/failure';
import { HandPoller } from '../../../support/handPoller';
import { fileItem } from '../../../support/importRuns';
import { connectedOAuth2, signIn } from '../../../support/signIns';
import { startOver } from '../../../support/startOver';
import { uuid } from '../../../support/uuid';

/** An empty audience of an operation or a trigger is that of the credential. */

beforeEach(async () => await startOver({ contacts: 3 }));

const listed = () =>
	sandbox.log.requests.flatMap(({ query }) => (query.audience_id as string | undefined) ?? []);

const operations: Record<string, IDataObject> = {
	create: {
		personalInfos: { mappingMode: 'defineBelow', value: { 'E-mailadres': 'an@example.com' } },
	},
	import: { dryRun: false },
	getAll: {},
	search: { email: 'an@example.com' },
	findDuplicates: {},
};

async function audiencesOf(operation: string, node: string | undefined, credential = '') {
	sandbox.log.requests.length = 0;
	const audienceId = node === undefined ? {} : { audienceId: node };
	await runNode({
		parameters: { resource: 'contact', operation, ...operations[operation], ...audienceId },
		items: [fileItem({ content: 'E-mailadres\nan@example.com\n' })],
		credential: { audienceId: credential },
	});
	return [...new Set(listed())];
}

const BOTH = /'Audience ID' of this node.*'Default Audience ID' of the credential/;

it.each(Object.keys(operations))(
	'contact %s has the audience of node or credential',
	async (operation) => {
		const { AUDIENCE_ID: own, EMPTY_AUDIENCE_ID: other } = identities;
		const pasted = `https://crm.example/audiences/${other}?page=2`;
		for (const node of [' ', "={{ '' }}", undefined])
			expect(await audiencesOf(operation, node, pasted)).toEqual([other]);
		expect(await audiencesOf(operation, own, 'not an ID')).toEqual([own]);

		sandbox.log.requests.length = 0;
		const neither = await failure(audiencesOf(operation, ''));
		expect(neither.message).toBe('No audience is set');
		expect(neither.description).toMatch(BOTH);
		const wrong = await failure(audiencesOf(operation, '', 'newsletter'));
		expect(wrong.message).toBe("'Default Audience ID' is not a valid UUID");
		expect(sandbox.log.requests).toEqual([]);
	},
);

it.each(['apiToken', 'oAuth2', 'serviceAccount'] as const)('%s has one', async (scheme) => {
	const audienceId = identities.EMPTY_AUDIENCE_ID;
	const credential = scheme === 'oAuth2' ? await connectedOAuth2() : signIn(scheme);
	const parameters = { resource: 'contact', operation: 'getAll' };
	await runNode({ scheme, parameters, credential: { ...credential, audienceId } });
	expect(listed()).toContain(audienceId);
});

describe('the Polling Trigger', () => {
	const polling = (credential: IDataObject) => {
		const poller = new HandPoller({
			events: ['contactCreated', 'dealStatusChanged'],
			audienceId: '',
		});
		Object.assign(poller.credential, credential);
		return poller;
	};

	it('goes on where it stopped when the node names the audience of the credential', async () => {
		const poller = polling({ audienceId: uuid(0xad) });
		poller.contacts = [{ id: 'c1' }];
		await poller.activate();
		poller.contacts.push({ id: 'c2' });
		poller.parameters.audienceId = uuid(0xad);
		expect((await poller.activate()).map(({ contactId }) => contactId)).toEqual(['c2']);
		const asked = poller.asked.flatMap(([, , query]) => Object(query).audience_id ?? []);
		expect(new Set(asked)).toEqual(new Set([uuid(0xad)]));
	});

	it('needs one for contacts, but not for deals', async () => {
		const poller = polling({});
		expect((await failure(poller.activate())).message).toMatch(BOTH);
		expect(poller.asked).toEqual([]);
		poller.parameters.events = ['dealStatusChanged'];
		await poller.activate();
	});
});

it('the list of fields to watch is that of the same audience', async () => {
	const fields = async (audienceId: string) =>
		await loadOptions.getContactFields.call(
			loadOptionsContext({ parameters: {}, credential: { audienceId } }),
		);
	await fields(identities.EMPTY_AUDIENCE_ID);
	expect(listed()).toContain(identities.EMPTY_AUDIENCE_ID);
	expect((await failure(fields(''))).message).toContain('No audience is set');
});
