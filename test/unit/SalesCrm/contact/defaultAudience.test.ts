import '../../../support/noWaiting';

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

const run = async (operation: string, audiences: { node?: string; credential?: string }) =>
	await runNode({
		parameters: {
			resource: 'contact',
			operation,
			...operations[operation],
			...('node' in audiences && { audienceId: audiences.node }),
		},
		items: [fileItem({ content: 'E-mailadres\nan@example.com\n' })],
		credential: { audienceId: audiences.credential ?? '' },
	});

const BOTH = ["'Audience ID' of this node", "'Default Audience ID' of the credential"];

describe.each(Object.keys(operations))('contact %s', (operation) => {
	it("is that of the credential, a pasted address too; the node's own goes before it", async () => {
		const { AUDIENCE_ID, EMPTY_AUDIENCE_ID } = identities;
		const credential = `https://crm.example/audiences/${EMPTY_AUDIENCE_ID}?page=2`;
		for (const node of ['', ' ', "={{ '' }}", undefined]) {
			sandbox.log.requests.length = 0;
			await run(operation, { ...(node !== undefined && { node }), credential });
			expect(new Set(listed())).toEqual(new Set([EMPTY_AUDIENCE_ID]));
		}
		const { contacts } = sandbox.world.profile();
		const creates = ['create', 'import'].includes(operation);
		expect(contacts.createdIn(EMPTY_AUDIENCE_ID)).toHaveLength(creates ? 1 : 0);
		sandbox.log.requests.length = 0;
		await run(operation, { node: AUDIENCE_ID, credential: 'not an ID' });
		expect(new Set(listed())).toEqual(new Set([AUDIENCE_ID]));
	});

	it('where both are empty the error names both, before anything is sent', async () => {
		const error = await failure(run(operation, { node: '' }));
		expect(error.message).toBe('No audience is set');
		for (const place of BOTH) expect(error.description).toContain(place);
		const wrong = await failure(run(operation, { credential: 'newsletter' }));
		expect(wrong.message).toBe("'Default Audience ID' is not a valid UUID");
		expect(sandbox.log.requests).toEqual([]);
	});
});

it.each(['apiToken', 'oAuth2', 'serviceAccount'] as const)('%s has one', async (scheme) => {
	const audienceId = identities.EMPTY_AUDIENCE_ID;
	const credential = scheme === 'oAuth2' ? await connectedOAuth2() : signIn(scheme);
	const parameters = { resource: 'contact', operation: 'getAll' };
	await runNode({ scheme, parameters, credential: { ...credential, audienceId } });
	expect(listed()).toContain(audienceId);
});

describe('the Polling Trigger', () => {
	const polling = (audienceId: string, credential: IDataObject) => {
		const events = ['contactCreated', 'dealStatusChanged'];
		const poller = new HandPoller({ events, audienceId });
		Object.assign(poller.credential, credential);
		return poller;
	};

	it('asks that of the credential, and goes on where it stopped when the node names it', async () => {
		const poller = polling('', { audienceId: uuid(0xad) });
		poller.contacts = [{ id: 'c1' }];
		await poller.activate();
		poller.contacts.push({ id: 'c2' });
		poller.parameters.audienceId = uuid(0xad);
		expect((await poller.activate()).map(({ contactId }) => contactId)).toEqual(['c2']);
		const asked = poller.asked.flatMap(([, , query]) => Object(query).audience_id ?? []);
		expect(new Set(asked)).toEqual(new Set([uuid(0xad)]));
	});

	it('where both are empty the error names both, before anything is sent; deals need none', async () => {
		const poller = polling('', {});
		const { message } = await failure(poller.activate());
		for (const words of ['No audience is set', ...BOTH]) expect(message).toContain(words);
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
