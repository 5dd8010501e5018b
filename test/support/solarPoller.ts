import { stopClock } from './fastClock';

import { HandPoller } from './handPoller';
import { BOILER, ROOF, STATUSES, USERS } from './solarRoof';

export const NOW = Date.parse('2026-03-03T12:00:00Z');
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A polling trigger that is not yet active, at that time, with the deals, statuses and users of solarRoof.ts. */
export function solarPoller(deals = structuredClone([ROOF, BOILER])): HandPoller {
	stopClock(NOW);
	return Object.assign(new HandPoller(), { deals, statuses: STATUSES, users: USERS });
}
