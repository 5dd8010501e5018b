import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../runtime/executions.mts';
import { ROOT } from '../../runtime/pack.mts';
import type { Answer, Execution, WorkflowFile } from '../../runtime/rest.mts';
import {
	AUDIENCE_ID,
	API_TOKEN,
	EMPTY_AUDIENCE_ID,
	PROFILE_ID,
} from '../../sandbox/identities.mts';
import { takeExecutionPicture } from './support/pictures.mts';
import { openStage, type Stage } from './support/stage.mts';

const EXAMPLES = join(ROOT, 'examples');

/** Of an execution in the editor: without the list at the left; the ways of an import alone. */
const CANVAS = { x: 420, y: 130, width: 850, height: 530 };
const WAYS = { x: 505, y: 318, width: 680, height: 372 };

/** What a person does in the editor: parameters by the name of the node. */
type Settings = Record<string, Record<string, Answer>>;

/** Each example as it is imported, its credential found by name; ask.test.mts has those for assistants. */
describe('the example workflows', () => {
	let stage: Stage;
	before(async () => {
		stage = await openStage();
		const shared = { baseUrl: stage.sandbox.url, companyProfileId: PROFILE_ID };
		const data = { ...shared, apiToken: API_TOKEN };
		await stage.rest.createCredential('salesCrmApi', 'Sales CRM account', data);
	});
	after(async () => await stage?.close());

	const read = async (name: string): Promise<WorkflowFile> =>
		JSON.parse(await readFile(join(EXAMPLES, `${name}.json`), 'utf8')) as WorkflowFile;
	const nodeOf = (file: WorkflowFile, name: string) =>
		file.nodes.find((node) => node.name === name)!;
	const load = async (name: string, set: Settings = {}) => {
		const file = await read(name);
		for (const [node, parameters] of Object.entries(set)) {
			Object.assign(nodeOf(file, node).parameters!, parameters);
		}
		const { id } = await stage.rest.createWorkflow(file);
		return { file, id };
	};
	const succeeded = (execution: Execution) => {
		assert.equal(execution.status, 'success', execution.error?.message);
		return execution;
	};
	const runByHand = async (id: string, trigger: string) =>
		succeeded(await stage.rest.runManually(id, trigger));
	/** Loads an example, and works with it while it is active. */
	const active = async (
		name: string,
		work: (id: string, file: WorkflowFile) => Promise<void>,
		set: Settings = {},
	) => {
		const { id, file } = await load(name, set);
		await stage.rest.activate(id);
		await work(id, file);
		await stage.rest.deactivate(id);
	};
	/** Activating polls at once: what happened since comes then. */
	const polledAgain = async (id: string) => {
		await stage.rest.deactivate(id);
		await stage.rest.activate(id);
		return (await stage.rest.executionsEnded(id))[0]!;
	};
	/** The values of one field that a node gave out. */
	const told = (execution: Execution, node: string, field: string) =>
		execution.items(node).map(({ json }) => json[field]);
	/** Moves the first deal to another status of its pipeline. */
	const move = async (): Promise<{ deal: Answer; target: Answer }> => {
		const { deals, statuses } = await stage.state();
		const [deal] = deals;
		const target = statuses.find(
			(status: Answer) => status.backlog_id === deal.backlogId && status.id !== deal.statusId,
		);
		await stage.control('POST', `/deals/${deal.id}/move`, { statusId: target.id });
		return { deal, target };
	};

	it('use only nodes and parameters that exist', async () => {
		const types = await stage.rest.nodeTypes();
		for (const file of (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json'))) {
			for (const node of (await read(file.replace('.json', ''))).nodes) {
				const where = `${file}, node "${node.name}"`;
				const type = types.find(
					({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
				);
				assert.ok(type, `${where}: there is no ${node.type}`);
				const known = new Set(type.properties.map(({ name }: { name: string }) => name));
				for (const name of Object.keys(node.parameters ?? {})) {
					assert.ok(known.has(name), `${where}: there is no parameter ${name}`);
				}
			}
		}
	});

	describe('with a form', () => {
		const contacts = () => stage.sandbox.world.profile().contacts;
		const csv = async () => await readFile(join(EXAMPLES, 'contacts.csv'), 'utf8');

		/** Sends the form that starts an example. @param values By the number of the field; a file is the first. */
		const send = async (file: WorkflowFile, values: Array<string | Buffer>, node = 'Upload') => {
			const form = new FormData();
			for (const [n, value] of values.entries()) {
				const isFile = n === 0 && node === 'Upload';
				if (isFile) form.set('field-0', new Blob([value as string]), 'contacts.csv');
				else form.set(`field-${n}`, value as string);
			}
			const { webhookId } = nodeOf(file, node);
			const url = `${stage.rest.url}/form/${webhookId}`;
			return await fetch(url, { method: 'POST', body: form });
		};
		/** The same, and waits for the end of what it started. */
		const sendAndWait = async (
			id: string,
			...form: [WorkflowFile, Array<string | Buffer>, string?]
		) => {
			const before = (await stage.rest.listExecutions(id)).map((one) => one.id);
			await send(...form);
			// A workflow that calls itself has an execution for each call; the first is that of the form.
			const isNew = (one: { id: string }) => !before.includes(one.id);
			const found = await until('the form to start an execution', 30_000, async () =>
				(await stage.rest.listExecutions(id)).filter(isNew).at(-1),
			);
			return succeeded(await stage.rest.executionEnded(found.id));
		};
		/** The same, where a page comes at the end, which is opened as a browser does. */
		const sendToPage = async (file: WorkflowFile, content: string | Buffer) => {
			const sent = await send(file, [content, AUDIENCE_ID]);
			const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
			const execution = new URL(formWaitingUrl).pathname.split('/').at(-1)!;
			await until('the next page', 30_000, async () => {
				const { status } = await stage.rest.getExecution(execution);
				return status === 'waiting' ? status : undefined;
			});
			const page = await (await fetch(formWaitingUrl)).text();
			await fetch(formWaitingUrl, { method: 'POST' });
			succeeded(await stage.rest.executionEnded(execution));
			return page;
		};

		it('create-contacts-from-csv makes a contact of each row, none twice, and says so to who sent the form', async () => {
			await active('create-contacts-from-csv', async (_, file) => {
				const before = contacts().count();
				const text = await csv();
				const rows = text.trim().split('\n').length - 1;
				// As a Dutch Excel writes it: with semicolons, in its own letters, and with ends of lines of its own.
				const asExcel = text.replaceAll(',', ';').replaceAll('\n', '\r\n');
				for (const [content, said, count] of [
					[text, `${rows} of ${rows} rows were created.`, rows],
					[
						Buffer.from(asExcel, 'latin1'),
						`0 of ${rows} rows were created, ${rows} there already.`,
						rows,
					],
					[Buffer.from('504b030414', 'hex'), 'The file is a workbook of a spreadsheet', rows],
					['Email\ngeen\nbo@example.com\n', 'Row 2: It has no email address', rows + 1],
				] as const) {
					const page = await sendToPage(file, content);
					assert.ok(page.includes(said), page);
					assert.equal(contacts().count(), before + count);
				}
			});
		});

		it('import-contacts-again: a dry run, an import, and the same file again', async () => {
			await active('import-contacts-again', async (workflowId, file) => {
				const text = (await csv()).trim();
				const people = text.split('\n').length - 1;
				// A double, a row with nothing in it, and one without anything to be recognized by.
				const content = `${text}\n${text.split('\n')[1]}\n,,,,,,,,\nNo,One,none,12,,,12,,\n`;
				const sendFor = async (what: string) => {
					const form = [content, EMPTY_AUDIENCE_ID, what];
					const execution = await sendAndWait(workflowId, file, form);
					const outputs = ['Created', 'There already', 'Failed', 'Would be created'];
					return {
						id: execution.id,
						counts: outputs.map((name) => execution.items(name).length),
					};
				};
				const dryRun = await sendFor('Dry run');
				assert.deepEqual(dryRun.counts, [0, 1, 1, people]);
				const all = await sendFor('Import');
				assert.deepEqual(all.counts, [people, 1, 1, 0]);
				assert.deepEqual((await sendFor('Import')).counts, [0, people + 1, 1, 0]);
				const picture = async (name: string, id: string, clip?: typeof WAYS) =>
					await takeExecutionPicture(stage, name, { workflowId, id }, 'Import contacts', clip);
				await picture('import-outcomes', all.id, WAYS);
				await picture('import-dry-run-items', dryRun.id);
			});
		});

		it('import-with-report: a dry run, an import, and the file of what did not get in once more', async () => {
			const file = await read('import-with-report');
			// There is no mail account here: it hands on what it would send.
			nodeOf(file, 'Send report').disabled = true;
			const { id } = await stage.rest.createWorkflow(file);
			await stage.rest.activate(id);
			const report = async (content: string | Buffer, what: string) => {
				const form = [content, EMPTY_AUDIENCE_ID, what, 'agency@example.com'];
				const [item, ...others] = (await sendAndWait(id, file, form)).items('Send report');
				assert.deepEqual(others, []);
				return item!;
			};
			const before = contacts().createdIn(EMPTY_AUDIENCE_ID).length;
			const createdSince = () =>
				contacts()
					.createdIn(EMPTY_AUDIENCE_ID)
					.slice(before)
					.flatMap(({ standard_personal_infos: infos }) => infos)
					.flatMap(({ name, value }) => (name === 'E-mailadres' ? value : []))
					.sort();
			// As Excel saves it in the Netherlands.
			const people = [1, 2, 3, 4].map(
				(n) => `Renée ${n};report${n}@example.com;"Dorp ""A""; ${n}";rood`,
			);
			const content = Buffer.from(
				['Voornaam;E-mailadres;Straatnaam;Kleur', ...people, ''].join('\r\n'),
				'latin1',
			);
			const dry = (await report(content, 'Dry run')).json;
			assert.match(dry.summary, /4 of 4 rows would be created/);
			assert.deepEqual(dry.ignoredColumns, ['Kleur']);
			assert.deepEqual(createdSince(), []);

			stage.sandbox.switches.faults = [
				{ route: 'createContact', kind: 'status', status: 422, nth: 2 },
				{ route: 'createContact', kind: 'status', status: 500, nth: 3 },
			];
			const { json, binary } = await report(content, 'Import');
			stage.sandbox.switches.faults = [];
			const { rows, created, failed, uncertain } = json;
			assert.deepEqual([rows, created, failed, uncertain], [4, 2, 1, 1]);
			const bytes = await stage.rest.readBinary(binary!.notImported);
			const lines = bytes.toString('utf8').split('\r\n');
			assert.equal(lines[0], '\uFEFFrow;Voornaam;E-mailadres;Straatnaam;Kleur;reason');
			for (const [n, { row }] of (json.failures as Array<{ row: number }>).entries())
				assert.ok(lines[n + 1]!.startsWith(`${row};${people[row - 2]};`), lines[n + 1]);

			const again = (await report(bytes, 'Import')).json;
			assert.deepEqual([again.rows, again.created, again.failures], [2, 2, []]);
			assert.deepEqual(
				createdSince(),
				people.map((_, n) => `report${n + 1}@example.com`),
			);
			await stage.rest.deactivate(id);
		});

		it('look-up-before-create creates who is new, and goes on with who is there', async () => {
			const set = { 'Find contact': { audienceId: AUDIENCE_ID } };
			const lookUp = async (id: string, file: WorkflowFile) => {
				const sendOf = async (...fields: string[]) =>
					(await sendAndWait(id, file, fields, 'Contact form'))
						.items('Follow up')
						.map(({ json }) => json);
				const before = contacts().count();
				const [first] = await sendOf('Femke', 'Bos', 'femke@example.com', '06 1234 5678', 'Hello');
				const { id: contactId } = contacts().createdIn(AUDIENCE_ID).at(-1)!;
				const person = { contactId, name: 'Femke Bos' };
				assert.deepEqual(first, { ...person, isNew: true, matches: 0, message: 'Hello' });
				// By the email in other letters, by the phone as it is written abroad.
				for (const [email, phone] of [
					['Femke@Example.com', ''],
					['f.bos@example.com', '+31 (0)6 12345678'],
				] as const) {
					const again = await sendOf('F.', 'Bos', email, phone, 'Me again');
					assert.deepEqual(again, [{ ...person, isNew: false, matches: 1, message: 'Me again' }]);
				}
				assert.equal(contacts().count(), before + 1);
			};
			await active('look-up-before-create', lookUp, set);
		});

		it('import-contacts-in-batches imports a large file, and again nothing', async () => {
			// Smaller batches, for the sake of time.
			const set = { Batches: { batchSize: 40 } };
			const inBatches = async (id: string, file: WorkflowFile) => {
				const lines = Array.from({ length: 100 }, (_, n) => `Bo ${n},bo${n}@example.com`);
				const form = [['First name,Email', ...lines].join('\n'), EMPTY_AUDIENCE_ID, 'Comma'];
				const sums = async () =>
					(await sendAndWait(id, file, form)).items('Done').map(({ json }) => json);
				const batches = [40, 40, 20];
				assert.deepEqual(
					await sums(),
					batches.map((many) => ({ created: many, thereAlready: 0, failed: 0 })),
				);
				assert.deepEqual(
					await sums(),
					batches.map((many) => ({ created: 0, thereAlready: many, failed: 0 })),
				);
			};
			await active('import-contacts-in-batches', inBatches, set);
		});
	});

	describe('that begin with an event', () => {
		const wentOn = ({ deal, target }: { deal: Answer; target: Answer }) =>
			`${deal.summary} went from ${deal.statusLabel} to ${target.label}`;

		it('deal-status-changes makes a sentence of it', async () => {
			await active('deal-status-changes', async (id) => {
				const moved = await move();
				const [execution] = await stage.rest.executionsEnded(id);
				assert.deepEqual(told(execution!, 'Message', 'message'), [wentOn(moved)]);
			});
		});

		it('deal-of-an-event tells how long the deal was in each status', async () => {
			await active('deal-of-an-event', async (id) => {
				const { deal, target } = await move();
				const [execution] = await stage.rest.executionsEnded(id);
				const [message, ...more] = told(succeeded(execution!), 'Send your message', 'message');
				assert.deepEqual(more, []);
				const [first, ...times] = String(message).split('\n');
				const { users } = stage.sandbox.world.profile();
				const assignee = users.find((user) => user.id === deal.assigneeId)?.name ?? 'nobody';
				assert.equal(first, `${wentOn({ deal, target })} (${assignee}):`);
				// One for each status that the deal has been in; it came to this one just now.
				const { history } = stage.sandbox.world.findDeal(deal.id)!.deal;
				const statuses = history
					.filter(({ type }) => type === 'STATUS_CHANGED')
					.map(({ metaData }) => metaData.propertyValue?._id);
				assert.equal(times.length, new Set(statuses).size);
				for (const time of times) assert.match(time, /^- \d+(\.\d+)? days in \S/);
			});
		});

		it('every-change-from-history tells what happened while it was off, each change once', async () => {
			await active('every-change-from-history', async (id) => {
				await stage.rest.deactivate(id);
				const moved = await move();
				await stage.rest.activate(id);
				const [execution] = await stage.rest.executionsEnded(id);
				assert.deepEqual(told(execution!, 'Message', 'message'), [wentOn(moved)]);
				await polledAgain(id);
				assert.equal((await stage.rest.listExecutions(id)).length, 1);
			});
		});

		it('stuck-deals tells of a deal once that has been in its status for long', async () => {
			// Two weeks are long to wait for.
			const seconds = 5;
			const stuck = async (id: string) => {
				const { users } = await stage.state();
				const { deal, target } = await move();
				await sleep((seconds + 1) * 1000);
				const user = users.find((one: Answer) => one.id === deal.assigneeId);
				// All others have stood still since 2025, and were so when it was activated.
				assert.deepEqual(told(await polledAgain(id), 'Send your message', 'concatenated_message'), [
					`- ${deal.summary}: 0 days in ${target.label}, ${user?.name ?? 'nobody'}`,
				]);
				await polledAgain(id);
				assert.equal((await stage.rest.listExecutions(id)).length, 1);
			};
			await active('stuck-deals', stuck, { 'Deal stuck': { daysInStatus: seconds / 86_400 } });
		});

		it('new-quotation hands on the PDF of each quotation that comes', async () => {
			await active('new-quotation', async (id) => {
				const { quotations } = stage.sandbox.world.profile();
				const added = { ...quotations[0]!, id: randomUUID() };
				quotations.push(added);
				const [item, ...more] = (await polledAgain(id)).items('Send it on');
				assert.deepEqual(more, []);
				assert.equal(item!.binary!.data!.fileName, `quotation-${added.id}.pdf`);
			});
		});

		it('new-contact greets each contact that comes', async () => {
			const greets = async (id: string) => {
				stage.sandbox.world.profile().contacts.add({
					id: randomUUID(),
					contact_type: 'CONSUMER',
					time_stamp: Date.now(),
					standard_personal_infos: [{ name: 'Voornaam', value: 'Femke' }],
					audience: { id: EMPTY_AUDIENCE_ID, company_profile: { id: PROFILE_ID } },
				});
				const said = told(await polledAgain(id), 'Send your message', 'message');
				assert.deepEqual(said, ['Welcome, Femke!']);
			};
			await active('new-contact', greets, { 'New contact': { audienceId: EMPTY_AUDIENCE_ID } });
		});
	});

	describe('of the pipeline', () => {
		it('import-deal-history gives one item per change', async () => {
			const { id } = await load('import-deal-history');
			const execution = await runByHand(id, 'When clicking Execute workflow');
			const changes = execution.items('Deal history').map(({ json }) => json);
			assert.ok(changes.some(({ status, assignee }) => status && !assignee));
		});

		it('longest-in-status makes one message of the deals, the longest first', async () => {
			const { id } = await load('longest-in-status');
			const execution = await runByHand(id, 'Every Monday');
			const [message, ...more] = told(execution, 'Send your message', 'concatenated_message');
			assert.deepEqual(more, []);
			const lines = String(message).split('\n');
			const days = lines.map((line) => Number(/: (\d+) days in /.exec(line)![1]));
			assert.ok(days.length > 5);
			assert.deepEqual(
				days,
				days.toSorted((a, b) => b - a),
			);
			assert.match(lines[0]!, /^- .+ familie .+, [A-Z]/);
		});

		it('time-per-status gives median and 90th percentile of the visits that ended', async () => {
			const { id: workflowId } = await load('time-per-status');
			const execution = await runByHand(workflowId, 'When clicking Execute workflow');
			const rows = execution.items('Status report').map(({ json }) => json);
			const [sent] = rows.filter(({ status }) => status === 'Offerte verstuurd');
			// 0.83, 1.53, 3.03 and 4.65 days
			const { visits, openNow, medianDays, p90Days } = sent!;
			assert.deepEqual([visits - openNow, medianDays, p90Days], [4, 2.28, 4.17]);
			const { id } = execution;
			await takeExecutionPicture(stage, 'status-report', { workflowId, id }, 'Status report');
		});

		it('pipeline-movements tells what came, moved and left in a week', async () => {
			const { deals, statuses } = stage.sandbox.world.profile();
			// The first was moved by other tests.
			const [first, kept, moved, left] = deals;
			const statusOf = (deal: Answer) =>
				deal.history.findLast(({ type }: Answer) => type === 'STATUS_CHANGED').metaData
					.propertyValue._id;
			const labelOf = (id: string) => statuses.find((status) => status.id === id)!.label;
			const open = [...new Set([kept, moved, left].map(statusOf))];
			const others = statuses.filter(({ id }) => !open.includes(id));
			const target = others.find(({ backlog_id: id }) => id === moved!.backlogId)!;
			const gone = others.find((one) => one.backlog_id === left!.backlogId && one !== target)!;
			const from = { moved: labelOf(statusOf(moved)), left: labelOf(statusOf(left)) };
			await stage.control('POST', `/deals/${moved!.id}/move`, { statusId: target.id });
			await stage.control('POST', `/deals/${left!.id}/move`, { statusId: gone.id });
			const [entry] = kept!.history.filter(({ type }) => type === 'STATUS_CHANGED').slice(-1);
			const began = { ...entry!, id: randomUUID(), startTimestamp: Date.now(), endTimestamp: 0 };
			deals.push({ ...kept!, id: randomUUID(), summary: 'Just came', history: [began] });
			// The statuses of open deals, in both.
			const filters = { statusIds: [...open, target.id] };
			const set = { 'A week ago': { filters }, Now: { filters } };
			const { id: workflowId } = await load('pipeline-movements', set);
			const execution = await runByHand(workflowId, 'Every Monday');
			const [message, ...more] = told(execution, 'Send your message', 'concatenated_message');
			assert.deepEqual(more, []);
			assert.deepEqual(
				String(message)
					.split('\n')
					.filter((line) => !line.includes(first!.summary))
					.sort(),
				[
					`- ${left!.summary} left (was in ${from.left})`,
					`- ${moved!.summary} moved from ${from.moved} to ${target.label}`,
					`- Just came came (is in ${labelOf(statusOf(kept))})`,
				].sort(),
			);
			deals.pop();
			const { id } = execution;
			const place = { workflowId, id };
			await takeExecutionPicture(stage, 'pipeline-movements', place, 'Compare', CANVAS);
		});

		it('onboarding holds statuses, users and each change once, and goes on by itself', async () => {
			const file = await read('onboarding');
			const { id: projectId } = await stage.rest.call('GET', '/projects/personal');
			const tables = `/projects/${projectId}/data-tables`;
			const tableIds = new Map<string, string>();
			for (const table of file.nodes.filter(({ type }) => type.endsWith('.dataTable'))) {
				const columns = Object.keys(table.parameters!.columns.value);
				const { id: tableId } = await stage.rest.call('POST', tables, {
					name: table.name,
					columns: columns.map((name) => ({ name, type: 'string' })),
				});
				// As a person does in the editor: the table is chosen.
				table.parameters!.dataTableId.value = tableId;
				tableIds.set(table.name, tableId);
			}
			const rowsOf = async (name: string) => {
				// n8n gives 50 rows at most.
				const rows: Answer[] = [];
				for (let total = 1; rows.length < total; ) {
					const query = `skip=${rows.length}&take=50&sortBy=id:asc`;
					const page = await stage.rest.call(
						'GET',
						`${tables}/${tableIds.get(name)}/rows?${query}`,
					);
					assert.ok(page.data.length > 0, 'a page of the table without rows');
					rows.push(...(page.data as Answer[]));
					total = page.count;
				}
				return rows;
			};
			const keysOf = async (name: string, key: string) =>
				(await rowsOf(name)).map((row) => row[key]).sort();
			const idsOf = (records: Array<{ id: string }>) => records.map(({ id }) => id).sort();
			const { deals, statuses, users } = stage.sandbox.world.profile();
			const entries = () => idsOf(deals.flatMap(({ history }) => history));
			const changes = async () => await keysOf('Changes table', 'changeId');

			const { id: workflowId } = await stage.rest.createWorkflow(file);
			await stage.rest.activate(workflowId);
			let id = '';
			for (const _again of [1, 2]) {
				({ id } = await runByHand(workflowId, 'When clicking Execute workflow'));
				assert.deepEqual(await changes(), entries());
			}
			assert.deepEqual(await keysOf('Statuses table', 'statusId'), idsOf(statuses));
			assert.deepEqual(await keysOf('Users table', 'userId'), idsOf(users));
			const { deal, target } = await move();
			await polledAgain(workflowId);
			await until('the change to be in the table', 30_000, async () =>
				(await changes()).length === entries().length ? true : undefined,
			);
			assert.deepEqual(await changes(), entries());
			const last = (await rowsOf('Changes table')).findLast(({ dealId }) => dealId === deal.id);
			assert.deepEqual([last.status, last.previousStatus], [target.label, deal.statusLabel]);
			const place = { workflowId, id };
			await takeExecutionPicture(stage, 'onboarding', place, 'Changes table', CANVAS);
			await stage.rest.deactivate(workflowId);
		});
	});
});
