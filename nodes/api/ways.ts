import type { Connection } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { Remembered } from '../utils/remembered';

/**
 * The service has two descriptions. If it has no route of the first, the second is tried. The one that answers is remembered
 * for the account and the family until the process ends.
 */
export type Description = 'described' | 'published';

/** Operations of which a service offers all or none. */
export type Family = 'history' | 'users' | 'webhooks' | 'quotations' | 'updates';

const rememberedWays = new Remembered<Description>(2_000);

/** The first requests of each family, for which others wait. */
const firsts = new Map<string, Promise<unknown>>();

/**
 * The second way is asked only after an answer that may mean "no such route", so a write is never carried out twice.
 * @throws ServiceError If both refuse, that of the second way, unless its route does not exist either.
 */
export async function askEither<T>(
	connection: Connection,
	family: Family,
	ways: Ways<T>,
): Promise<T> {
	const key = JSON.stringify([connection.account.key, family]);
	const before = firsts.get(key);
	if (before && !rememberedWays.get(key)) await before.catch(() => undefined);
	const way = rememberedWays.get(key);
	if (way) return await ways[way]();
	const asked = tryBoth(key, ways).finally(() => firsts.delete(key));
	firsts.set(key, asked);
	return await asked;
}

type Ways<T> = Readonly<Record<Description, () => Promise<T>>>;

async function tryBoth<T>(key: string, ways: Ways<T>): Promise<T> {
	const ask = async (way: Description) => {
		const answer = await ways[way]();
		rememberedWays.set(key, way);
		return answer;
	};
	return await ask('described').catch(async (refusal: unknown) => {
		if (!(refusal instanceof ServiceError && refusal.isNoSuchRoute)) throw refusal;
		return await ask('published').catch((other: unknown) => {
			// A page may come from a proxy, so only the service's own word says that the second route does not exist.
			const { status, isOfService } = other as ServiceError;
			throw isOfService && (status === 404 || status === 405) ? refusal : other;
		});
	});
}

/** Requests the first page of a list, because another way is tried only for the first page. */
export async function withFirstPage<T>(
	pages: AsyncGenerator<T, void>,
): Promise<AsyncGenerator<T, void>> {
	const first = await pages.next();
	return (async function* () {
		try {
			if (first.done) return;
			yield first.value;
			yield* pages;
		} finally {
			await pages.return();
		}
	})();
}
