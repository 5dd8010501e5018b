import { requestRows } from '../../../nodes/pagination/list';
import { routes } from '../../../nodes/api/routes';
import {
	listsSeen,
	needed,
	noteListsSeen,
	readList,
	readPart,
	shown,
} from '../../../nodes/api/source';
import { answerOf, FAILURES } from '../../support/failures';
import { passTime } from '../../support/fastClock';
import { json, script, type Scripted } from '../../support/scripted';
import { uuid } from '../../support/uuid';

/** What a list that could not be read is, and what is remembered of it. */

const BOARDS = json({ boards: [{ id: 'b' }] });

/** Boards of a profile; `answer` may be changed between two calls. */
async function boards(answer: Scripted) {
	const service = { answer };
	const scripted = await script(
		() => {
			if (service.answer instanceof Error) throw service.answer;
			return service.answer;
		},
		{ attempts: 1 },
	);
	const connection = { ...scripted.connection, profileId: uuid(1) };
	const ask = async (one = connection) =>
		await requestRows(one, routes.listBoards.published, 'boards', {});
	const read = async (main?: Promise<unknown>, one = connection) =>
		await readList(one, 'boards', async () => await ask(one), main);
	return { ...scripted, service, connection, ask, read };
}

describe.each(FAILURES)('$name', (failure) => {
	it(`is ${failure.is}, and remembered for ten minutes unless that may pass`, async () => {
		const { service, read, sent } = await boards(answerOf(failure));
		expect((await read()).is).toBe(failure.is);
		service.answer = BOARDS;
		sent.splice(0);
		const isRemembered = failure.is !== 'unavailable';
		expect((await read()).is).toBe(isRemembered ? failure.is : 'read');
		expect(sent).toHaveLength(isRemembered ? 0 : 1);
		passTime(10 * 60_000);
		expect((await read()).is).toBe('read');
	});

	it(`is ${failure.onceSeen} once the list was seen`, async () => {
		const { service, read } = await boards(BOARDS);
		await read();
		service.answer = answerOf(failure);
		expect((await read()).is).toBe(failure.onceSeen);
	});

	it(`is ${failure.onceSeen} if the list was noted before a restart`, async () => {
		const first = await boards(BOARDS);
		await first.read();
		const second = await boards(answerOf(failure));
		noteListsSeen(second.connection, listsSeen(first.connection));
		expect((await second.read()).is).toBe(failure.onceSeen);
	});

	it('of a single record means the same, and is never remembered', async () => {
		const { service, ask } = await boards(answerOf(failure));
		expect((await readPart(ask)).is).toBe(failure.is);
		service.answer = BOARDS;
		expect((await readPart(ask)).is).toBe('read');
	});

	it('decides nothing: an error, temporary only if it may pass, and empty with a hint', async () => {
		const { read, connection, hints } = await boards(answerOf(failure));
		const source = await read();
		let error: unknown;
		try {
			needed(source, "'Record Types' cannot be checked");
		} catch (thrown) {
			error = thrown;
		}
		const isTemporary = failure.is === 'unavailable';
		const message = /^'Record Types' cannot be checked: [ytc].*boards/;
		expect(error).toMatchObject({ isTemporary, message: expect.stringMatching(message) });
		expect(shown(source, [], connection, 'Pipelines have no names')).toEqual([]);
		expect(hints).toEqual([expect.stringMatching(/boards.*\. Pipelines have no names\.$/)]);
	});
});

it('what is remembered of one profile says nothing about another', async () => {
	const { service, connection, read } = await boards(json({ message: 'x' }, 404));
	await read();
	service.answer = BOARDS;
	expect((await read(undefined, { ...connection, profileId: uuid(2) })).is).toBe('read');
});

it('403 is not remembered if the main list does not answer either', async () => {
	const { service, read } = await boards(json({ message: 'x' }, 403));
	const main = Promise.reject(new Error('403'));
	expect((await read(main)).is).toBe('unavailable');
	service.answer = BOARDS;
	expect((await read(main)).is).toBe('read');
});
