import { chanceFor, uuidOf } from './chance.mts';
import type { Quotation } from './shapes.mts';
import { HOUSES, JOBS, PARTS } from './trade.mts';

const START = Date.UTC(2025, 0, 6, 9);
const DAY = 86_400_000;

/** The quotations of a profile, oldest first. */
export function makeQuotations(seed: number, profileId: string, count: number): Quotation[] {
	return Array.from({ length: count }, (_, n) => {
		const { helpers, number, person } = chanceFor(seed, 'quotation', profileId, n);
		const pick = helpers.arrayElement;
		const int = (min: number, max: number) => number.int({ min, max });
		const created = START + n * DAY + int(0, 8 * 3_600_000);
		const lines = Array.from({ length: int(2, 5) }, () => ({
			description: pick(PARTS),
			quantity: int(1, 24),
			unit_price: int(500, 95_000) / 100,
		}));
		const cents = lines.reduce((sum, line) => sum + line.quantity * line.unit_price * 100, 0);
		return {
			id: uuidOf(seed, 'quotation', profileId, n),
			company_profile_id: profileId,
			number: `OFF-2025-${String(n + 1).padStart(4, '0')}`,
			title: `${pick(JOBS)} ${pick(HOUSES).toLowerCase()}`,
			customer_name: `Familie ${person.lastName()}`,
			status: pick(['Concept', 'Verstuurd', 'Geaccepteerd', 'Afgewezen', 'Verlopen']),
			total: Math.round(cents) / 100,
			currency: 'EUR',
			created_at: new Date(created).toISOString(),
			valid_until: new Date(created + 30 * DAY).toISOString(),
			lines,
		};
	});
}
