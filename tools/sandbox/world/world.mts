import {
	AUDIENCE_ID,
	EMPTY_AUDIENCE_ID,
	PROFILE_ID,
	PROFILE_NAMES,
	SECOND_AUDIENCE_ID,
	SECOND_PROFILE_ID,
} from '../identities.mts';
import { type Amounts, Profile } from './profile.mts';
import type { Deal, Subscription } from './shapes.mts';

/** How much there is in the world of PROFILE_ID. The same options make the same world. */
export interface WorldOptions {
	seed?: number;
	contacts?: number;
	quotations?: number;
	deals?: number;
	leads?: number;
}

export class World {
	readonly profiles: Map<string, Profile>;

	constructor(options: WorldOptions = {}) {
		const { seed = 1, contacts = 120, quotations = 30, deals = 12, leads = 4 } = options;
		const main = { contacts, quotations, deals, leads, users: 6 };
		const small = { contacts: 5, quotations: 3, deals: 3, leads: 1, users: 2 };
		const make = (id: string, audienceIds: string[], amounts: Amounts) =>
			[id, new Profile(id, PROFILE_NAMES[id], audienceIds, seed, amounts)] as const;
		this.profiles = new Map([
			make(PROFILE_ID, [AUDIENCE_ID, EMPTY_AUDIENCE_ID], main),
			make(SECOND_PROFILE_ID, [SECOND_AUDIENCE_ID], small),
		]);
	}

	/** A profile by its id; the main one when none is given. */
	profile(id = PROFILE_ID): Profile {
		const profile = this.profiles.get(id);
		if (!profile) throw new Error(`There is no profile ${id}`);
		return profile;
	}

	/** A deal or lead. */
	findDeal(id: string): { profile: Profile; deal: Deal } | undefined {
		for (const profile of this.profiles.values()) {
			const deal = profile.items.find((candidate) => candidate.id === id);
			if (deal) return { profile, deal };
		}
		return undefined;
	}

	subscriptions(): Subscription[] {
		return [...this.profiles.values()].flatMap(({ subscriptions }) => [...subscriptions.values()]);
	}

	/** Deletes a subscription wherever it is. Returns whether there was one. */
	forget(subscriptionId: string): boolean {
		return [...this.profiles.values()].some(({ subscriptions }) =>
			subscriptions.delete(subscriptionId),
		);
	}
}
