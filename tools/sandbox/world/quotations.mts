import { chanceFor, uuidOf } from './chance.mts';
import type { Line, Quotation } from './shapes.mts';
import { PARTS } from './trade.mts';

const START = Date.UTC(2025, 0, 6, 9);
const DAY = 86_400_000;
const TENTH = { type: 'PERCENTAGE', amount: 10 } as const;

/** Less its discount; null for a line of text. */
export function lineTotal({ quantity, unitPrice, discount }: Line): number | null {
	if (unitPrice === null) return null;
	const gross = quantity * unitPrice;
	const { type, amount = 0 } = discount ?? {};
	return Math.round((gross - (type === 'ABSOLUTE' ? amount : (gross * amount) / 100)) * 100) / 100;
}

/** The quotations of a profile, oldest first. */
export function makeQuotations(seed: number, profileId: string, count: number): Quotation[] {
	return Array.from({ length: count }, (_, n) => {
		const { helpers, number: numbers } = chanceFor(seed, 'quotation', profileId, n);
		const int = (min: number, max: number) => numbers.int({ min, max });
		const createdAt = START + n * DAY + int(0, 8 * 3_600_000);
		const lines = Array.from({ length: int(2, 5) }, () => ({
			description: helpers.arrayElement(PARTS),
			quantity: int(1, 24),
			unitPrice: int(500, 95_000) / 100,
			...helpers.maybe(() => ({ discount: TENTH }), { probability: 0.15 }),
		}));
		const cents = lines.reduce((sum, line) => sum + Math.round(lineTotal(line)! * 100), 0);
		const number = `2025${String(n + 1).padStart(4, '0')}`;
		return {
			id: uuidOf(seed, 'quotation', profileId, n),
			number,
			title: `Offerte #${number}`,
			status: helpers.arrayElement(['DRAFT', 'SENT', 'SENT', 'ACCEPTED', 'REJECTED']),
			createdAt,
			expiresAt: createdAt + 30 * DAY,
			total: cents / 100,
			lines,
		};
	});
}
