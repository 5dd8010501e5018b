import { basename } from 'node:path';

import type { Line, Report } from './report.mts';
import { AREAS, obstaclesOf } from './spec/obstacles.mts';
import { quotesOf } from './spec/quotes.mts';
import { settingsOf } from './spec/settings.mts';
import { lostIn, OURS, Specification } from './spec/specification.mts';
import { readUnknowns } from './unknowns.mts';

/** What a published specification says, quoted. */
export function probeSpecification(paths: readonly string[]): Report {
	const specification = new Specification(paths);
	const { matches, roots } = specification;
	const lost = lostIn(roots);
	const obstacles = obstaclesOf(specification);
	const ofArea = (area: string): Line[] => {
		const found = obstacles.filter((one) => one.area === area);
		if (found.length === 0) return [{ group: area, name: 'Nothing in the specification speaks against it' }];
		return found.map(({ words, quotes }) => ({ group: area, name: words, quotes }));
	};
	return {
		title: `What the specification says (${paths.map((path) => basename(path)).join(', ')})`,
		notes: [
			`It describes ${matches.size} of the ${OURS.size} routes that the package uses. Quotes are its own words, each with its place.`,
			...(lost.length > 0 ? [`\nNot there, and so not read: ${lost.join(', ')}`] : []),
		],
		sections: [
			{
				title: 'What to set in n8n',
				lines: settingsOf(specification).map(({ field, value, quotes }) => ({
					...{ name: field, words: value, quotes },
				})),
			},
			{ title: 'What will not work', lines: Object.keys(AREAS).flatMap(ofArea) },
			{
				title: 'What it says of each unknown',
				lines: readUnknowns().map(({ section, row, searches }) => {
					const quotes = quotesOf(searches, specification);
					const words = quotes.length > 0 ? undefined : 'not a word';
					return { group: section, name: row, words, quotes };
				}),
			},
		],
	};
}
