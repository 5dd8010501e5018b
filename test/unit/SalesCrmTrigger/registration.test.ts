import { addressScope } from '../../../nodes/SalesCrmTrigger/registration';
import { HookService } from '../../support/hookService';
import { activate, type Place, placeOf } from '../../support/triggerContexts';

/** Whether the service can reach this n8n at all. */

const OWN = [
	'http://localhost:5678',
	'http://LOCALHOST',
	'http://localhost.',
	'http://n8n.localhost',
	'http://127.0.0.1:5678',
	'http://127.1',
	'http://127.255.0.3',
	'http://0.0.0.0:5678',
	'http://[::1]:5678',
	'http://[::]',
	'http://[::ffff:127.0.0.1]',
];

const PRIVATE = [
	'http://10.0.0.7:5678',
	'http://192.168.1.2',
	'http://172.16.0.1',
	'http://172.31.9.9',
	'http://169.254.1.1',
	'http://[fd00::1]',
	'http://[fe80::1]',
	'http://n8n:5678',
	'https://n8n.local',
	'https://n8n.internal',
	'https://n8n.office.lan',
];

const PUBLIC = [
	'https://n8n.example',
	'https://localhost.example',
	'https://my-localhost.example',
	'https://127.example',
	'https://8.8.8.8',
	'https://172.32.0.1',
	'https://172.15.0.1',
	'https://11.0.0.1',
	'https://192.169.1.1',
	'https://[2001:db8::1]',
	'https://n8n.local.example',
];

it.each([
	...OWN.map((address) => [address, 'own']),
	...PRIVATE.map((address) => [address, 'private']),
	...PUBLIC.map((address) => [address, 'public']),
])('%s is %s', (address, reach) => {
	expect(addressScope(`${address}/webhook/x`)).toBe(reach);
});

describe('activation', () => {
	let service: HookService;
	let place: Place;
	beforeEach(() => (place = placeOf((service = new HookService()))));

	it.each(OWN)(
		'at %s fails, names the setting and the other trigger, and asks nothing',
		async (origin) => {
			place.address = `${origin}/webhook/x`;
			await expect(activate(place)).rejects.toThrow(
				/^The Sales CRM cannot reach this n8n.*WEBHOOK_URL.*'Sales CRM History Trigger'/,
			);
			expect(service.routes).toBe('');
		},
	);

	it('shows the address without its path', async () => {
		place.address = 'http://localhost:5678/webhook/secret-path';
		await expect(activate(place)).rejects.toThrow('It is at "http://localhost:5678". Set');
	});

	it('works where the service is on this machine, too', async () => {
		place.address = 'http://localhost:5678/webhook/x';
		place.credential.baseUrl = 'http://127.0.0.1:4010';
		await activate(place);
		expect(service.hooks.size).toBe(1);
		expect(place.log).toEqual([]);
	});

	it('at a private name works, with a word in the log', async () => {
		place.address = 'http://n8n:5678/webhook/x';
		await activate(place);
		expect(service.hooks.size).toBe(1);
		expect(place.log).toEqual([expect.stringMatching(/^warn: .*"http:\/\/n8n:5678".*WEBHOOK_URL/)]);
	});

	it('at a public one says nothing', async () => {
		await activate(place);
		expect(place.log).toEqual([]);
	});
});
