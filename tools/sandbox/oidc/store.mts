/** The OpenID provider's store: in memory, so that a test can empty it. */

type Payload = Record<string, unknown> & { grantId?: string; uid?: string; userCode?: string };

export class Store {
	private readonly kept = new Map<string, { payload: Payload; until: number }>();

	get(key: string): Payload | undefined {
		const found = this.kept.get(key);
		if (!found) return undefined;
		if (found.until > Date.now()) return found.payload;
		this.kept.delete(key);
		return undefined;
	}

	set(key: string, payload: Payload, seconds: number | undefined) {
		this.kept.set(key, { payload, until: seconds ? Date.now() + seconds * 1000 : Infinity });
	}

	/** Drops what matches, by its key (`<kind>:<id>`) and what is kept under it. */
	drop(matches: (key: string, payload: Payload) => boolean) {
		for (const [key, { payload }] of this.kept) if (matches(key, payload)) this.kept.delete(key);
	}

	find(kind: string, matches: (payload: Payload) => boolean): Payload | undefined {
		const keys = [...this.kept.keys()].filter((key) => key.startsWith(`${kind}:`));
		return keys.map((key) => this.get(key)).find((payload) => payload && matches(payload));
	}
}

/** The provider's view of the store, one per kind of thing (AccessToken, Grant, Session, …). */
export const adapterFor = (store: Store) => (kind: string) => {
	const key = (id: string) => `${kind}:${id}`;
	return {
		upsert: async (id: string, payload: Payload, seconds?: number) =>
			store.set(key(id), payload, seconds),
		find: async (id: string) => store.get(key(id)),
		findByUid: async (uid: string) => store.find(kind, (payload) => payload.uid === uid),
		findByUserCode: async (code: string) => store.find(kind, ({ userCode }) => userCode === code),
		consume: async (id: string) => {
			const payload = store.get(key(id));
			if (payload) payload.consumed = Math.floor(Date.now() / 1000);
		},
		destroy: async (id: string) => store.drop((candidate) => candidate === key(id)),
		revokeByGrantId: async (grantId: string) =>
			store.drop((_, payload) => payload.grantId === grantId),
	};
};
