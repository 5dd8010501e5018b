import type { Results } from './report.mts';

const [LEFT, WIDTH, BAR, GAP] = [330, 760, 16, 6];
/** What the right edge stands for; longer bars are cut there. */
const MOST = 2;

const x = (cost: number) => LEFT + (Math.min(cost, MOST) / MOST) * (WIDTH - LEFT - 60);

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/**
 * Every cost as a bar: 1 is what it is held beside, shorter is better, a mark shows the aim. Plain SVG
 * with its own background, so that it can be read on light and dark pages alike.
 */
export function chart(results: Results): string {
	const parts: string[] = [];
	let y = 52;
	for (const { measure, rows } of results) {
		const shown = rows.filter(({ cost }) => cost !== undefined);
		if (shown.length === 0) continue;
		parts.push(`<text x="12" y="${y + 12}" font-weight="bold">${escaped(measure.title)}</text>`);
		y += BAR + GAP;
		for (const { case: name, cost = 0, aim } of shown) {
			const fill = aim !== undefined && cost > aim ? '#d9822b' : '#2e86c1';
			parts.push(
				`<text x="24" y="${y + 12}">${escaped(name)}</text>`,
				`<rect x="${LEFT}" y="${y}" width="${(x(cost) - LEFT).toFixed(1)}" height="${BAR}" fill="${fill}"/>`,
				`<text x="${(x(cost) + 6).toFixed(1)}" y="${y + 12}">${cost.toFixed(2)}</text>`,
			);
			if (aim !== undefined) {
				const at = x(aim).toFixed(1);
				parts.push(`<path d="M${at} ${y - 2}v${BAR + 4}" stroke="#111" stroke-width="2"/>`);
			}
			y += BAR + GAP;
		}
		y += GAP;
	}
	const one = x(1).toFixed(1);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 8}" width="${WIDTH}" height="${y + 8}" font-family="sans-serif" font-size="12" fill="#222">
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="20" font-size="14" font-weight="bold">Cost beside what else one would take: 1 is the same, shorter is better</text>
<text x="12" y="38" fill="#666">A black mark is the aim; orange missed it</text>
<path d="M${one} 44V${y}" stroke="#999" stroke-dasharray="4 3"/>
${parts.join('\n')}
</svg>
`;
}
