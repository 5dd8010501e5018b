/** Rows of shapes that people and exports have, and some that nobody should be able to stop n8n with. */

type Rows = (many: number) => Array<Record<string, string>>;

const person = (n: number) => ({
	firstName: `An ${n}`,
	lastName: 'de Vries',
	email: `an.devries.${n}@example.com`,
	phone: `06${String(n).padStart(8, '1')}`,
});

const rowsOf =
	(more: (n: number) => Record<string, string>): Rows =>
	(many) =>
		Array.from({ length: many }, (_, n) => ({ ...person(n), ...more(n) }));

const SHAPES: Record<string, Rows> = {
	'keys of their own': rowsOf(() => ({})),
	'one phone, emails of their own': rowsOf(() => ({ phone: '0600000000' })),
	'one phone, no email': rowsOf(() => ({ phone: '0600000000', email: '' })),
	'one phone, half without email': rowsOf((n) => ({
		phone: '0600000000',
		...(n % 2 === 0 ? {} : { email: '' }),
	})),
	'one email': rowsOf(() => ({ email: 'info@example.com' })),
	'cells of 30,000 characters': rowsOf(() => ({ notes: NOTES, email: `a@b.example ${NOTES}` })),
	'300 columns': rowsOf((n) => ({ ...COLUMNS, email: `an${n}@example.com` })),
	'a phone of 80,000 signs': rowsOf(
		(n): Record<string, string> => (n === 7 ? { phone: `1x${'+'.repeat(80_000)}` } : {}),
	),
};

/** One text for all: n8n would need gigabytes. */
const NOTES = 'lorem ipsum '.repeat(2_500);

const COLUMNS = Object.fromEntries(
	Array.from({ length: 300 }, (_, n) => [`Question ${n}`, `Answer ${n}`]),
);

/** The file begins with a line of 50,000 words, such as a letter or a web page without line ends. */
const LETTER = 'a letter';

export const SHAPE_NAMES = [...Object.keys(SHAPES), LETTER];

export function shapeItem(shape: string, many: number): object {
	const rows = (SHAPES[shape] ?? SHAPES['keys of their own']!)(many);
	const lines = [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))];
	const letter = shape === LETTER ? [Array(50_000).fill('dear').join(' ')] : [];
	const csv = [...letter, ...lines.map((cells) => cells.join(';'))].join('\n');
	const data = Buffer.from(csv).toString('base64');
	return { json: {}, binary: { data: { data, mimeType: 'text/csv', fileName: 'people.csv' } } };
}
