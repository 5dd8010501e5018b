import { answerOf, isGiven, type Read } from './read.mts';
import { dataIn } from './routes.mts';

/** What people do, and how it works. */
export interface Works {
	does: string;
	/** `as described`, `as published`, both, `not`, or `not tried`. */
	works: string;
	answered: string;
}

type Way = 'described' | 'published';
type Row = { does: string; writes?: boolean; plainList?: boolean } & Partial<Record<Way, string>>;

const ROWS = dataIn('works.yaml') as Row[];
const WAYS: Way[] = ['described', 'published'];

/** Lists of the profile that are asked for without anything else. */
export const PLAIN_LISTS: readonly string[] = WAYS.flatMap((way) =>
	ROWS.filter((row) => row.plainList).flatMap((row) => row[way] ?? []),
);

/** Of each operation the first answer that was not a trial tells. */
export const worksIn = (reads: readonly Read[]): Works[] =>
	ROWS.map((row) => {
		const asked = WAYS.flatMap((way) => {
			const read = reads.find((one) => !one.isTrial && one.operation === row[way]);
			return read ? [{ way, read }] : [];
		});
		const ways = asked.filter(({ read }) => isGiven(read)).map(({ way }) => `as ${way}`);
		const said = asked.map(({ way, read }) => `as ${way} ${answerOf(read)}`);
		return {
			does: row.does,
			works: asked.length === 0 ? 'not tried' : ways.join(' and ') || 'not',
			answered: said.join('; ') || (row.writes ? 'it writes' : 'nothing to ask for'),
		};
	});
