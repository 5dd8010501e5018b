import { chanceFor } from './chance.mts';
import { mailName, personOf } from './people.mts';
import type { Deal, Holdings } from './shapes.mts';

/** A deal or lead without its contents. */
export type Story = Omit<Deal, keyof Holdings>;

/** The contents of a deal or lead; `place` is its place among the others. */
export function holdingsOf(seed: number, place: number, story: Story, statusLabel = ''): Holdings {
	const { datatype, number } = chanceFor(seed, 'holdings', story.id);
	const value = datatype.boolean(0.85) ? number.int({ min: 8, max: 240 }) * 100 : null;
	const enteredManually = datatype.boolean(0.3);
	const stranger = personOf(seed, place);
	const [, last = stranger.last] = story.summary.split(' familie ');
	const name = `${mailName(stranger.first)}.${mailName(last)}`;
	return {
		person: { ...stranger, last, email: `${name}.${story.id.slice(0, 4)}@klant.example` },
		value,
		enteredManually,
		labels: labelsOf(story, place, statusLabel),
	};
}

/** Of each six deals one is won, one is lost and one is archived, whatever its status: people forget to move it. */
function labelsOf(story: Story, place: number, statusLabel: string): Holdings['labels'] {
	const { createdAt, updatedAt } = story;
	const sixth = story.type === 'DEALS' ? place % 6 : 0;
	const labels = [
		[true, 'ITEM_ACTIVE', createdAt],
		[place % 4 === 1, 'ITEM_UNREAD', createdAt],
		[sixth === 3 || statusLabel === 'Gewonnen', 'DEAL_WON', updatedAt],
		[sixth === 4, 'DEAL_LOST', updatedAt],
		[sixth === 5, 'ITEM_ARCHIVED', updatedAt],
	] as const;
	return labels.filter(([has]) => has).map(([, type, timestamp]) => ({ timestamp, type }));
}
