import { type Chapter, dealOf, statusOf } from './deals';
import { uuid } from './uuid';

/** A deal with everything that a history can contain, and a second one in another pipeline. */

export const LEADS = uuid(0xb1);
export const WORK = uuid(0xb2);

export const NEW = uuid(0x51);
export const TALKING = uuid(0x52);
/** The same label as NEW, in the other pipeline. */
export const NEW_AT_WORK = uuid(0x53);
/** A status that no longer exists. */
export const GONE = uuid(0x54);

export const ANNA = { id: uuid(0xa1), name: 'Anna Visser', email: 'anna@zonendak.example' };
export const BRAM = { id: uuid(0xa2), name: 'Bram Smit', email: 'bram@zonendak.example' };

export const STATUSES = [
	statusOf(NEW, LEADS, 'Nieuw', '#2E86C1'),
	statusOf(TALKING, LEADS, 'In gesprek', '#F39C12'),
	statusOf(NEW_AT_WORK, WORK, 'Nieuw', '#27AE60'),
];

const STORY: Chapter[] = [
	['2026-03-01T08:00:00Z', 'STATUS_CHANGED', NEW],
	['2026-03-01T10:00:00Z', 'USER_CHANGED', ANNA.id],
	['2026-03-01T12:30:00Z', 'STATUS_CHANGED', TALKING], // ends when it begins
	['2026-03-01T12:30:00Z', 'PRIORITY_CHANGED', NEW], // not described, whatever it names
	['2026-03-02T09:00:00Z', 'USER_CHANGED', BRAM.id],
	['2026-03-02T09:15:00Z', 'STATUS_CHANGED', GONE],
	['2026-03-02T10:00:00Z', 'USER_CHANGED'], // empty metaData
	['2026-03-02T11:00:00Z', 'STATUS_CHANGED', NEW], // the first status again
];

export const ROOF = dealOf('Zonnepanelen familie Bakker', LEADS, STORY, uuid(0xd1));

export const BOILER = dealOf(
	'Warmtepomp familie Mulder',
	WORK,
	[['2026-03-02T11:30:00Z', 'STATUS_CHANGED', NEW_AT_WORK]],
	uuid(0xd2),
);

export const USERS = [ANNA, BRAM];
