import { AUDIENCE, PROFILE } from './engine/nodes.mts';
import { type Service, serve } from './service.mts';

/**
 * A service with so many contacts; pages are made once, so that it costs each case the same. Of the
 * contacts it is to create it refuses each so-many-th.
 */
export async function contactService(
	contacts: number,
	{ cap = Infinity, announcesTotal = false, refusesEach = Infinity } = {},
): Promise<Service> {
	const pages = new Map<string, Buffer>();
	let asked = 0;
	return await serve(({ method, url }, response) => {
		if (method === 'PUT') {
			if (++asked % refusesEach !== 0) return JSON.stringify({ id: `new-${asked}` });
			response.statusCode = 422;
			return JSON.stringify({ message: 'E-mailadres is not deliverable, or blocked' });
		}
		const { searchParams } = new URL(url!, 'http://localhost');
		const page = Number(searchParams.get('page'));
		const size = Math.min(cap, Number(searchParams.get('per_page')));
		const key = `${page} ${size}`;
		const text = pages.get(key) ?? pageOf(contacts, page, size, announcesTotal);
		pages.set(key, text);
		return text;
	});
}

function pageOf(contacts: number, page: number, size: number, announcesTotal: boolean): Buffer {
	const from = page * size;
	const length = Math.max(0, Math.min(size, contacts - from));
	const rows = Array.from({ length }, (_, n) => contactOf(from + n));
	const total = announcesTotal ? { total: contacts } : {};
	return Buffer.from(JSON.stringify({ contacts: rows, ...total }));
}

const contactOf = (n: number) => ({
	id: `3f2b8c1e-0000-4000-9000-${String(n).padStart(12, '0')}`,
	contact_type: 'CONSUMER',
	time_stamp: 1_700_000_000_000 + n,
	standard_personal_infos: [
		{ name: 'Voornaam', value: `An ${n}` },
		{ name: 'Achternaam', value: 'de Vries' },
		{ name: 'E-mailadres', value: `an.devries.${n}@example.com` },
		{ name: 'Telefoonnummer', value: `061${String(n).padStart(7, '0')}` },
		{ name: 'Straatnaam', value: 'Prinsengracht' },
		{ name: 'Huisnummer', value: String(n % 300) },
		{ name: 'Postcode', value: '1016 GV' },
		{ name: 'Plaats', value: 'Amsterdam' },
		{ name: 'Land', value: 'Nederland' },
	],
	audience: { id: AUDIENCE, company_profile: { id: PROFILE } },
});
