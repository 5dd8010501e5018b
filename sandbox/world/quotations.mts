import { HOUSES, JOBS, LAST_NAMES, PARTS } from './dutch.mts';
import { randomFor } from './random.mts';
import type { Quotation } from './shapes.mts';

const START = Date.UTC(2025, 0, 6, 9);
const DAY = 86_400_000;

/** The quotations of a profile, oldest first. */
export function makeQuotations(seed: number, profileId: string, count: number): Quotation[] {
	return Array.from({ length: count }, (_, n) => {
		const chance = randomFor(seed, `quotation ${profileId}`, n);
		const created = START + n * DAY + chance.int(0, 8 * 3_600_000);
		const lines = Array.from({ length: chance.int(2, 5) }, () => ({
			description: chance.pick(PARTS),
			quantity: chance.int(1, 24),
			unit_price: chance.int(500, 95_000) / 100,
		}));
		const cents = lines.reduce((sum, line) => sum + line.quantity * line.unit_price * 100, 0);
		return {
			id: chance.uuid(),
			company_profile_id: profileId,
			number: `OFF-2025-${String(n + 1).padStart(4, '0')}`,
			title: `${chance.pick(JOBS)} ${chance.pick(HOUSES).toLowerCase()}`,
			customer_name: `Familie ${chance.pick(LAST_NAMES)}`,
			status: chance.pick(['Concept', 'Verstuurd', 'Geaccepteerd', 'Afgewezen', 'Verlopen']),
			total: Math.round(cents) / 100,
			currency: 'EUR',
			created_at: new Date(created).toISOString(),
			valid_until: new Date(created + 30 * DAY).toISOString(),
			lines,
		};
	});
}
