import { HookService } from '../../support/hookService';
import { activate, type Place, placeOf } from '../../support/triggerContexts';

/** Whether the service can reach this n8n at all, as far as the address of the webhook tells. */

let service: HookService;
let place: Place;

beforeEach(() => (place = placeOf((service = new HookService()))));

const activateAt = async (origin: string) => {
	place.address = `${origin}/webhook/secret-path`;
	await activate(place);
	expect(service.hooks.size).toBe(1);
};

it.each([
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
])('at %s fails, names the setting and the other trigger, and asks nothing', async (origin) => {
	await expect(activateAt(origin)).rejects.toThrow(
		/^The Sales CRM cannot reach this n8n.*WEBHOOK_URL.*'Sales CRM History Trigger'/,
	);
	expect(service.routes).toBe('');
});

it.each([
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
])('at %s, a private name, works, with a word in the log', async (origin) => {
	await activateAt(origin);
	expect(place.log).toEqual([expect.stringMatching(/^warn: .* of a private network.*WEBHOOK_URL/)]);
	expect(place.log[0]).toContain(`"${origin}"`);
});

it.each([
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
])('at %s, a public one, works and says nothing', async (origin) => {
	await activateAt(origin);
	expect(place.log).toEqual([]);
});

it('the address is shown without its path', async () => {
	await expect(activateAt('http://localhost:5678')).rejects.toThrow(
		'It is at "http://localhost:5678". Set',
	);
});

it('where the service is on this machine, too, it works', async () => {
	place.credential.baseUrl = 'http://127.0.0.1:4010';
	await activateAt('http://localhost:5678');
	expect(place.log).toEqual([]);
});
