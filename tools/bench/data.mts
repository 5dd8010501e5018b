import { AUDIENCE, PROFILE } from './engine/nodes.mts';
import { type Service, serve } from './service.mts';

interface Records {
	/** The most rows of a page. */
	cap?: number;
	announcesTotal?: boolean;
	/** Of the contacts that it is to create, each so-many-th is refused. */
	refusesEach?: number;
}

/**
 * A service with so many contacts, or quotations; pages are made once, so that it costs each case the
 * same.
 */
export async function recordService(records: number, more: Records = {}): Promise<Service> {
	const { cap = Infinity, announcesTotal = false, refusesEach = Infinity } = more;
	const pages = new Map<string, Buffer>();
	let created = 0;
	return await serve(({ method, url }, response) => {
		if (method === 'PUT') {
			if (++created % refusesEach !== 0) return JSON.stringify({ id: `new-${created}` });
			response.statusCode = 422;
			return JSON.stringify({ message: 'E-mailadres is not deliverable, or blocked' });
		}
		const { pathname, searchParams } = new URL(url!, 'http://localhost');
		const page = Number(searchParams.get('page'));
		const size = Math.min(cap, Number(searchParams.get('per_page')));
		const key = `${pathname} ${page} ${size}`;
		if (!pages.has(key)) {
			const from = page * size;
			const length = Math.max(0, Math.min(size, records - from));
			const isContacts = pathname.endsWith('contacts');
			const recordOf = isContacts ? contactOf : quotationOf;
			const rows = Array.from({ length }, (_, n) => recordOf(from + n));
			const total = announcesTotal ? { total: records } : {};
			const answer = { [isContacts ? 'contacts' : 'quotations']: rows, ...total };
			pages.set(key, Buffer.from(JSON.stringify(answer)));
		}
		return pages.get(key)!;
	});
}

const id = (kind: number, n: number) =>
	`${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;

const START = Date.UTC(2025, 0, 1);

const contactOf = (n: number) => ({
	id: id(6, n),
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

const quotationOf = (n: number) => ({
	id: id(7, n),
	quotation_number: 20_250_000 + n,
	time_stamp: START + n * 60_000,
	expiration_time_stamp: START + n * 60_000 + 30 * 86_400_000,
	status: ['CREATED', 'SENT', 'ACCEPTED'][n % 3],
	contact: {
		id: id(6, n % 1009),
		contact_info: { first_name: 'An', last_name: `de Vries ${n % 1009}`, email: 'an@example.com' },
		audience: { id: AUDIENCE, company_profile: { id: PROFILE } },
	},
	price_variables: { total_excl_vat: (n * 37) % 9000, total_incl_vat: (n * 45) % 11_000 },
	products: [],
});

const PER_DEAL = 10;
const pipelineOf = (n: number) => id(5, n % 4);
const STATUS_IDS = Array.from({ length: 12 }, (_, n) => id(1, n));
const USER_IDS = Array.from({ length: 8 }, (_, n) => id(2, n));

/** A service with one history of so many changes, ten to a deal, every third of them of the assignee. */
export async function historyService(changes: number): Promise<Service> {
	const statuses = STATUS_IDS.map((statusId, n) => ({
		id: statusId,
		backlog_id: pipelineOf(n),
		label: `Status ${n}`,
		color: '#2E86C1',
	}));
	const users = USER_IDS.map((userId, n) => ({
		id: userId,
		name: `User ${n}`,
		email: `u${n}@a.nl`,
	}));
	const deals = Array.from({ length: changes / PER_DEAL }, (_, deal) => dealOf(deal));
	const history = Buffer.from(JSON.stringify({ history: deals }));
	return await serve(({ url = '' }, response) => {
		if (url.endsWith('/history')) return history;
		if (url.endsWith('/statuses')) return JSON.stringify({ statuses });
		if (url.includes('users')) return JSON.stringify(users);
		// As described, without boards. An answer for every path would be read as a list of 10,000 boards.
		response.statusCode = 404;
		return '{}';
	});
}

function dealOf(deal: number) {
	const at = (n: number) => START + deal * 60_000 + n * 86_400_000;
	const history = Array.from({ length: PER_DEAL }, (_, n) => {
		const isUser = n % 3 === 2;
		const ids = isUser ? USER_IDS : STATUS_IDS;
		return {
			id: id(3, deal * PER_DEAL + n),
			backlogItemId: id(4, deal),
			startTimestamp: at(n),
			endTimestamp: n === PER_DEAL - 1 ? 0 : at(n + 1),
			type: isUser ? 'USER_CHANGED' : 'STATUS_CHANGED',
			metaData: {
				propertyValue: { _id: ids[(deal + n) % ids.length], type: isUser ? 'USER' : 'STATUS' },
			},
		};
	});
	const [backlogId, summary] = [pipelineOf(deal), `Deal ${deal}`];
	return { id: id(4, deal), backlogId, summary, companyProfileId: [PROFILE], history };
}
