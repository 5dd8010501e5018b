import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { until } from '../../runtime/executions.mts';
import { ROOT } from '../../runtime/pack.mts';
import type { Answer, WorkflowFile } from '../../runtime/rest.mts';
import {
	AUDIENCE_ID,
	API_TOKEN,
	EMPTY_AUDIENCE_ID,
	PROFILE_ID,
} from '../../sandbox/identities.mts';
import { takeExecutionPicture } from './support/executionPicture.mts';
import { takeImportPictures } from './support/importPictures.mts';
import { openStage, type Stage } from './support/stage.mts';

const EXAMPLES = join(ROOT, 'examples');

/** Of an execution in the editor: without the list at the left. */
const CANVAS = { x: 420, y: 130, width: 850, height: 530 };

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
	/** Imports an example; its credential is found by name, as in the editor. */
	const load = async (name: string) => await stage.rest.createWorkflow(await read(name));

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

	it('are drawn so that no node stands on a note, and no line runs across one', async () => {
		for (const file of (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json'))) {
			const { nodes, connections } = await read(file.replace('.json', ''));
			assert.deepEqual(acrossNotes(nodes, connections), [], file);
		}
	});

	it('import-deal-history gives one item per change', async () => {
		const { id } = await load('import-deal-history');
		const execution = await stage.rest.runManually(id, 'When clicking Execute workflow');
		assert.equal(execution.status, 'success', execution.error?.message);
		const changes = execution.items('Deal history').map(({ json }) => json);
		assert.ok(changes.length > 0);
		assert.ok(changes.some(({ status, assignee }) => status && !assignee));
	});

	it('create-contacts-from-csv makes a contact of each row, none twice, and says so to who sent the form', async () => {
		const file = await read('create-contacts-from-csv');
		const { id } = await stage.rest.createWorkflow(file);
		await stage.rest.activate(id);
		const before = (await stage.state()).contacts;
		const csv = await readFile(join(EXAMPLES, 'contacts.csv'), 'utf8');
		const rows = csv.trim().split('\n').length - 1;
		// As a Dutch Excel writes it: with semicolons, in its own letters, and with ends of lines of its own.
		const text = csv.replaceAll(',', ';').replaceAll('\n', '\r\n');
		const fromExcel = Buffer.from(text, 'latin1');
		const workbook = Buffer.from('504b030414', 'hex');
		for (const [content, said, count] of [
			[csv, `${rows} of ${rows} rows were created.`, rows],
			[fromExcel, `0 of ${rows} rows were created, ${rows} there already.`, rows],
			[workbook, 'The file is a workbook of a spreadsheet program, not CSV', rows],
			['Email\ngeen\nbo@example.com\n', 'Row 2: It has no email address', rows + 1],
		] as const) {
			const { page, ended } = await sendToPage(file, content, [AUDIENCE_ID]);
			assert.equal(ended.status, 'success', ended.error?.message);
			assert.ok(page.includes(said), page);
			assert.equal((await stage.state()).contacts, before + count);
		}
		await stage.rest.deactivate(id);
	});

	/** Sends the form that starts an example, and opens the page that comes at its end, as a browser does. */
	async function sendToPage(file: WorkflowFile, csv: string | Buffer, fields: string[]) {
		const { webhookId } = file.nodes.find(({ name }) => name === 'Upload')!;
		const form = formOf(csv, fields);
		const sent = await fetch(`${stage.rest.url}/form/${webhookId}`, { method: 'POST', body: form });
		const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
		const execution = new URL(formWaitingUrl).pathname.split('/').at(-1)!;
		await until('the next page', 30_000, async () => {
			const { status } = await stage.rest.getExecution(execution);
			return status === 'waiting' ? status : undefined;
		});
		const page = await (await fetch(formWaitingUrl)).text();
		// As the page does once it is open.
		await fetch(formWaitingUrl, { method: 'POST' });
		return { page, ended: await stage.rest.executionEnded(execution) };
	}

	function formOf(csv: string | Buffer, fields: string[]): FormData {
		const form = new FormData();
		form.set('field-0', new Blob([csv], { type: 'text/csv' }), 'contacts.csv');
		for (const [n, value] of fields.entries()) form.set(`field-${n + 1}`, value);
		return form;
	}

	/** Sends the form that starts an example, and waits for its end. */
	async function sendForm(
		file: WorkflowFile,
		id: string,
		csv: string | Buffer,
		fields: string[] = [],
	) {
		const form = formOf(csv, fields);
		const { webhookId } = file.nodes.find(({ name }) => name === 'Upload')!;
		const before = (await stage.rest.listExecutions(id)).map((one) => one.id);
		await fetch(`${stage.rest.url}/form/${webhookId}`, { method: 'POST', body: form });
		// A workflow that calls itself has an execution for each call; the first is that of the form.
		const isNew = (one: { id: string }) => !before.includes(one.id);
		const found = await until('the form to start an execution', 30_000, async () =>
			(await stage.rest.listExecutions(id)).filter(isNew).at(-1),
		);
		return await stage.rest.executionEnded(found.id);
	}

	it('import-contacts-again: a dry run, an import, and the same file again', async () => {
		const file = await read('import-contacts-again');
		const { id } = await stage.rest.createWorkflow(file);
		await stage.rest.activate(id);
		const rows = (await readFile(join(EXAMPLES, 'contacts.csv'), 'utf8')).trim();
		const people = rows.split('\n').length - 1;
		// A double, a row with nothing in it, and one without anything to be recognized by.
		const csv = `${rows}\n${rows.split('\n')[1]}\n,,,,,,,,\nNo,One,none,12,,,12,,\n`;
		const ids: string[] = [];
		const send = async (what: string) => {
			const execution = await sendForm(file, id, csv, [EMPTY_AUDIENCE_ID, what]);
			assert.equal(execution.status, 'success', execution.error?.message);
			ids.push(execution.id);
			const outputs = ['Created', 'There already', 'Failed', 'Would be created'];
			return outputs.map((name) => execution.items(name).length);
		};
		assert.deepEqual(await send('Dry run'), [0, 1, 1, people]);
		assert.deepEqual(await send('Import'), [people, 1, 1, 0]);
		assert.deepEqual(await send('Import'), [0, people + 1, 1, 0]);
		// n8n 1 shows executions in a page of their own within the page.
		if (stage.rest.line === '2') {
			await takeImportPictures(stage, id, { dryRun: ids[0]!, all: ids[1]! });
		}
		await stage.rest.deactivate(id);
	});

	it('import-with-report: a dry run, an import, and the file of what did not get in once more', async () => {
		const file = await read('import-with-report');
		// There is no mail account here: it hands on what it would send.
		file.nodes.find(({ name }) => name === 'Send report')!.disabled = true;
		const { id } = await stage.rest.createWorkflow(file);
		await stage.rest.activate(id);
		const send = async (csv: string | Buffer, what: string) => {
			const fields = [EMPTY_AUDIENCE_ID, what, 'agency@example.com'];
			const execution = await sendForm(file, id, csv, fields);
			assert.equal(execution.status, 'success', execution.error?.message);
			const [item, ...others] = execution.items('Send report');
			assert.deepEqual(others, []);
			return item!;
		};
		const emails = () => {
			const { contacts } = stage.sandbox.world.profile();
			return contacts
				.createdIn(EMPTY_AUDIENCE_ID)
				.flatMap(({ standard_personal_infos: infos }) => infos)
				.flatMap(({ name, value }) => (name === 'E-mailadres' ? value : []));
		};
		const before = emails();
		// As Excel saves it in the Netherlands.
		const people = [1, 2, 3, 4].map(
			(n) => `Renée ${n};report${n}@example.com;"Dorp ""A""; ${n}";rood`,
		);
		const csv = Buffer.from(
			['Voornaam;E-mailadres;Straatnaam;Kleur', ...people, ''].join('\r\n'),
			'latin1',
		);
		const dry = (await send(csv, 'Dry run')).json;
		assert.match(dry.summary, /4 of 4 rows would be created/);
		assert.deepEqual(dry.ignoredColumns, ['Kleur']);
		assert.deepEqual(emails(), before);

		stage.sandbox.switches.faults = [
			{ route: 'createContact', kind: 'status', status: 422, nth: 2 },
			{ route: 'createContact', kind: 'status', status: 500, nth: 3 },
		];
		const { json, binary } = await send(csv, 'Import');
		stage.sandbox.switches.faults = [];
		const { rows, created, failed, uncertain } = json;
		assert.deepEqual([rows, created, failed, uncertain], [4, 2, 1, 1]);
		const bytes = await stage.rest.readBinary(binary!.notImported);
		const lines = bytes.toString('utf8').split('\r\n');
		assert.equal(lines[0], '\uFEFFrow;Voornaam;E-mailadres;Straatnaam;Kleur;reason');
		for (const [n, { row }] of (json.failures as Array<{ row: number }>).entries())
			assert.ok(lines[n + 1]!.startsWith(`${row};${people[row - 2]};`), lines[n + 1]);

		const again = (await send(bytes, 'Import')).json;
		assert.deepEqual([again.rows, again.created, again.failures], [2, 2, []]);
		const wanted = [1, 2, 3, 4].map((n) => `report${n}@example.com`);
		assert.deepEqual(emails().slice(before.length).sort(), wanted);
		await stage.rest.deactivate(id);
	});

	it('look-up-before-create creates who is new, and goes on with who is there', async () => {
		const file = await read('look-up-before-create');
		// As a person does in the editor.
		file.nodes.find(({ name }) => name === 'Find contact')!.parameters!.audienceId = AUDIENCE_ID;
		const { id } = await stage.rest.createWorkflow(file);
		await stage.rest.activate(id);
		const { webhookId } = file.nodes.find(({ name }) => name === 'Contact form')!;
		let ended = 0;
		const send = async (...fields: string[]) => {
			const form = new FormData();
			for (const [n, value] of fields.entries()) form.set(`field-${n}`, value);
			await fetch(`${stage.rest.url}/form/${webhookId}`, { method: 'POST', body: form });
			const execution = (await stage.rest.executionsEnded(id, ++ended))[0];
			assert.equal(execution.status, 'success', execution.error?.message);
			return execution.items('Follow up').map(({ json }) => json);
		};
		const { contacts } = stage.sandbox.world.profile();
		const before = contacts.count();
		const [first] = await send('Femke', 'Bos', 'femke@example.com', '06 1234 5678', 'Hello');
		assert.equal(contacts.count(), before + 1);
		const { id: contactId } = contacts.createdIn(AUDIENCE_ID).at(-1)!;
		const person = { contactId, name: 'Femke Bos' };
		assert.deepEqual(first, { ...person, isNew: true, matches: 0, message: 'Hello' });
		// By the email in other letters, by the phone as it is written abroad.
		for (const [email, phone] of [
			['Femke@Example.com', ''],
			['f.bos@example.com', '+31 (0)6 12345678'],
		] as const) {
			const again = await send('F.', 'Bos', email, phone, 'Me again');
			assert.deepEqual(again, [{ ...person, isNew: false, matches: 1, message: 'Me again' }]);
		}
		assert.equal(contacts.count(), before + 1);
		await stage.rest.deactivate(id);
	});

	it('import-contacts-in-batches imports a large file, and again nothing', async () => {
		const file = await read('import-contacts-in-batches');
		const parametersOf = (node: string) =>
			file.nodes.find(({ name }) => name === node)!.parameters!;
		// Smaller batches, for the sake of time.
		parametersOf('Batches').batchSize = 40;
		const { id } = await stage.rest.createWorkflow(file);
		await stage.rest.activate(id);
		const lines = Array.from({ length: 100 }, (_, n) => `Bo ${n},bo${n}@example.com`);
		const csv = ['First name,Email', ...lines].join('\n');
		const send = async () => {
			const execution = await sendForm(file, id, csv, [EMPTY_AUDIENCE_ID, 'Comma']);
			assert.equal(execution.status, 'success', execution.error?.message);
			return execution.items('Done').map(({ json }) => json);
		};
		const batches = [40, 40, 20];
		assert.deepEqual(
			await send(),
			batches.map((many) => ({ created: many, thereAlready: 0, failed: 0 })),
		);
		assert.deepEqual(
			await send(),
			batches.map((many) => ({ created: 0, thereAlready: many, failed: 0 })),
		);
		await stage.rest.deactivate(id);
	});

	it('deal-status-changes makes a sentence of an event', async () => {
		const { id } = await load('deal-status-changes');
		await stage.rest.activate(id);
		const { deal, target } = await move();
		const [execution] = await stage.rest.executionsEnded(id);
		assert.equal(
			execution.items('Message')[0].json.message,
			`${deal.summary} went from ${deal.statusLabel} to ${target.label}`,
		);
		await stage.rest.deactivate(id);
	});

	it('deal-of-an-event tells how long the deal was in each status', async () => {
		const { id } = await load('deal-of-an-event');
		await stage.rest.activate(id);
		const { deal, target } = await move();
		const [execution] = await stage.rest.executionsEnded(id);
		assert.equal(execution.status, 'success', execution.error?.message);
		const [{ json }, ...more] = execution.items('Send your message');
		assert.deepEqual(more, []);
		const [first, ...times] = String(json.message).split('\n');
		const { users } = stage.sandbox.world.profile();
		const assignee = users.find((user) => user.id === deal.assigneeId)?.name ?? 'nobody';
		assert.equal(
			first,
			`${deal.summary} went from ${deal.statusLabel} to ${target.label} (${assignee}):`,
		);
		// One for each status that the deal has been in; it came to this one just now.
		const { history } = stage.sandbox.world.findDeal(deal.id)!.deal;
		const statuses = history
			.filter(({ type }) => type === 'STATUS_CHANGED')
			.map(({ metaData }) => metaData.propertyValue?._id);
		assert.equal(times.length, new Set(statuses).size);
		for (const time of times) assert.match(time, /^- \d+(\.\d+)? days in \S/);
		assert.ok(times.some((time) => Number(/[\d.]+/.exec(time)![0]) > 1));
		await stage.rest.deactivate(id);
	});

	it('every-change-from-history tells what happened while it was off, each change once', async () => {
		const { id } = await load('every-change-from-history');
		await stage.rest.activate(id);
		await stage.rest.deactivate(id);
		const { deal, target } = await move();
		// Activating polls at once.
		await stage.rest.activate(id);
		const [execution] = await stage.rest.executionsEnded(id);
		assert.deepEqual(
			execution.items('Message').map(({ json }) => json.message),
			[`${deal.summary} went from ${deal.statusLabel} to ${target.label}`],
		);
		await stage.rest.deactivate(id);
		await stage.rest.activate(id);
		assert.equal((await stage.rest.listExecutions(id)).length, 1);
		await stage.rest.deactivate(id);
	});

	/** Activating polls at once: what happened since the workflow was off comes then. */
	async function polledAgain(id: string) {
		await stage.rest.deactivate(id);
		await stage.rest.activate(id);
		return await stage.rest.executionsEnded(id);
	}

	it('stuck-deals tells of a deal once that has been in its status for long', async () => {
		const file = await read('stuck-deals');
		// Two weeks are long to wait for.
		const seconds = 5;
		file.nodes.find(({ name }) => name === 'Deal stuck')!.parameters!.daysInStatus =
			seconds / 86_400;
		const { id } = await stage.rest.createWorkflow(file);
		await stage.rest.activate(id);
		const { users } = await stage.state();
		const { deal, target } = await move();
		await sleep((seconds + 1) * 1000);
		const [execution] = await polledAgain(id);
		const assignee = users.find((user: Answer) => user.id === deal.assigneeId)?.name ?? 'nobody';
		// All others have stood still since 2025, and were so when it was activated.
		assert.deepEqual(
			execution!.items('Send your message').map(({ json }) => json.concatenated_message),
			[`- ${deal.summary}: 0 days in ${target.label}, ${assignee}`],
		);
		await stage.rest.deactivate(id);
		await stage.rest.activate(id);
		assert.equal((await stage.rest.listExecutions(id)).length, 1);
		await stage.rest.deactivate(id);
	});

	it('longest-in-status makes one message of the deals, the longest first', async () => {
		const { id } = await load('longest-in-status');
		const execution = await stage.rest.runManually(id, 'Every Monday');
		assert.equal(execution.status, 'success', execution.error?.message);
		const [{ json }, ...more] = execution.items('Send your message');
		assert.deepEqual(more, []);
		const lines = String(json.concatenated_message).split('\n');
		const days = lines.map((line) => Number(/: (\d+) days in /.exec(line)![1]));
		assert.ok(days.length > 5);
		assert.deepEqual(
			days,
			days.toSorted((a, b) => b - a),
		);
		assert.match(lines[0]!, /^- .+ familie .+, [A-Z]/);
	});

	it('new-quotation hands on the PDF of each quotation that comes', async () => {
		const { id } = await load('new-quotation');
		await stage.rest.activate(id);
		const { quotations } = stage.sandbox.world.profile();
		const added = { ...quotations[0]!, id: randomUUID() };
		quotations.push(added);
		const [execution] = await polledAgain(id);
		const [item, ...more] = execution!.items('Send it on');
		assert.deepEqual(more, []);
		assert.equal(item!.binary!.data!.fileName, `quotation-${added.id}.pdf`);
		await stage.rest.deactivate(id);
	});

	it('new-contact greets each contact that comes', async () => {
		const file = await read('new-contact');
		// As a person does in the editor.
		file.nodes.find(({ name }) => name === 'New contact')!.parameters!.audienceId =
			EMPTY_AUDIENCE_ID;
		const { id } = await stage.rest.createWorkflow(file);
		await stage.rest.activate(id);
		stage.sandbox.world.profile().contacts.add({
			id: randomUUID(),
			contact_type: 'CONSUMER',
			time_stamp: Date.now(),
			standard_personal_infos: [{ name: 'Voornaam', value: 'Femke' }],
			audience: { id: EMPTY_AUDIENCE_ID, company_profile: { id: PROFILE_ID } },
		});
		const [execution] = await polledAgain(id);
		assert.deepEqual(
			execution!.items('Send your message').map(({ json }) => json.message),
			['Welcome, Femke!'],
		);
		await stage.rest.deactivate(id);
	});

	it('time-per-status gives median and 90th percentile of the visits that ended', async () => {
		const { id } = await load('time-per-status');
		const execution = await stage.rest.runManually(id, 'When clicking Execute workflow');
		assert.equal(execution.status, 'success', execution.error?.message);
		const { statuses } = stage.sandbox.world.profile();
		const rows = execution.items('Status report').map(({ json }) => json);
		// Pipeline by pipeline, as the service lists them; one that is gone comes last.
		const listed = statuses.map(({ id: statusId }) => statusId);
		assert.deepEqual(
			rows.slice(0, listed.length).map(({ statusId }) => statusId),
			listed,
		);
		const [sent] = rows.filter(({ status }) => status === 'Offerte verstuurd');
		// 0.83, 1.53, 3.03 and 4.65 days
		const { visits, openNow, medianDays, p90Days } = sent!;
		assert.deepEqual([visits - openNow, medianDays, p90Days], [4, 2.28, 4.17]);
		const shown = { execution: execution.id, node: 'Status report', opened: true, width: 2000 };
		await takeExecutionPicture(stage, id, 'status-report', shown);
	});

	it('pipeline-movements tells what came, moved and left in a week', async () => {
		const file = await read('pipeline-movements');
		const { deals, statuses } = stage.sandbox.world.profile();
		// The first was moved by other tests.
		const [first, kept, moved, left] = deals;
		const statusOf = (deal: Answer) =>
			deal.history.findLast(({ type }: Answer) => type === 'STATUS_CHANGED').metaData.propertyValue
				._id;
		const labelOf = (id: string) => statuses.find((status) => status.id === id)!.label;
		const open = [...new Set([kept, moved, left].map(statusOf))];
		const others = statuses.filter(({ id }) => !open.includes(id));
		const target = others.find(({ backlog_id: id }) => id === moved!.backlogId)!;
		const gone = others.find((one) => one.backlog_id === left!.backlogId && one !== target)!;
		// As a person does in the editor: the statuses of open deals, in both.
		for (const name of ['A week ago', 'Now']) {
			const node = file.nodes.find((one) => one.name === name)!;
			node.parameters!.filters = { statusIds: [...open, target.id] };
		}
		const from = { moved: labelOf(statusOf(moved)), left: labelOf(statusOf(left)) };
		await stage.control('POST', `/deals/${moved!.id}/move`, { statusId: target.id });
		await stage.control('POST', `/deals/${left!.id}/move`, { statusId: gone.id });
		const came = { ...kept!, id: randomUUID(), summary: 'Just came' };
		const [entry] = kept!.history.filter(({ type }) => type === 'STATUS_CHANGED').slice(-1);
		const began = { ...entry!, id: randomUUID(), startTimestamp: Date.now(), endTimestamp: 0 };
		deals.push({ ...came, history: [began] });
		const { id } = await stage.rest.createWorkflow(file);
		const execution = await stage.rest.runManually(id, 'Every Monday');
		assert.equal(execution.status, 'success', execution.error?.message);
		const [{ json }, ...more] = execution.items('Send your message');
		assert.deepEqual(more, []);
		assert.deepEqual(
			String(json.concatenated_message)
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
		const shown = { execution: execution.id, node: 'Compare', clip: CANVAS };
		await takeExecutionPicture(stage, id, 'pipeline-movements', shown);
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
		const { id } = await stage.rest.createWorkflow(file);
		const rowsOf = async (name: string) => {
			// n8n gives 50 rows at most.
			const rows: Answer[] = [];
			for (let total = 1; rows.length < total; ) {
				const query = `skip=${rows.length}&take=50&sortBy=id:asc`;
				const page = await stage.rest.call('GET', `${tables}/${tableIds.get(name)}/rows?${query}`);
				assert.ok(page.data.length > 0, 'a page of the table without rows');
				rows.push(...(page.data as Answer[]));
				total = page.count;
			}
			return rows;
		};
		const { deals, statuses, users } = stage.sandbox.world.profile();
		const entries = () => deals.flatMap(({ history }) => history.map((entry) => entry.id)).sort();
		const changes = async () =>
			(await rowsOf('Changes table')).map(({ changeId }) => changeId).sort();
		await stage.rest.activate(id);
		let manual = '';
		for (const _again of [1, 2]) {
			const execution = await stage.rest.runManually(id, 'When clicking Execute workflow');
			assert.equal(execution.status, 'success', execution.error?.message);
			assert.deepEqual(await changes(), entries());
			manual = execution.id;
		}
		const keysOf = async (name: string, key: string) =>
			(await rowsOf(name)).map((row) => row[key]).sort();
		assert.deepEqual(await keysOf('Statuses table', 'statusId'), statuses.map((s) => s.id).sort());
		assert.deepEqual(await keysOf('Users table', 'userId'), users.map((user) => user.id).sort());
		const { deal, target } = await move();
		await stage.rest.deactivate(id);
		// Activating polls at once: what happened since comes then.
		await stage.rest.activate(id);
		await until('the change to be in the table', 30_000, async () =>
			(await changes()).length === entries().length ? true : undefined,
		);
		assert.deepEqual(await changes(), entries());
		const told = (await rowsOf('Changes table')).findLast(({ dealId }) => dealId === deal.id);
		assert.deepEqual([told.status, told.previousStatus], [target.label, deal.statusLabel]);
		const shown = { execution: manual, node: 'Changes table', clip: CANVAS };
		await takeExecutionPicture(stage, id, 'onboarding', shown);
		await stage.rest.deactivate(id);
	});

	/** Moves the first deal to another status of its pipeline. */
	async function move(): Promise<{ deal: Answer; target: Answer }> {
		const { deals, statuses } = await stage.state();
		const [deal] = deals;
		const target = statuses.find(
			(status: Answer) => status.backlog_id === deal.backlogId && status.id !== deal.statusId,
		);
		await stage.control('POST', `/deals/${deal.id}/move`, { statusId: target.id });
		return { deal, target };
	}
});

/** Of a node on the canvas, in pixels. */
const SIDE = 96;

/** What of a workflow lies on one of its notes: nodes by name, lines as two names. */
function acrossNotes(
	nodes: WorkflowFile['nodes'],
	connections: WorkflowFile['connections'],
): string[] {
	const isNote = ({ type }: { type: string }) => type.endsWith('.stickyNote');
	const places = new Map(nodes.map(({ name, position }) => [name, position as number[]]));
	const notes = nodes.filter(isNote).map(({ position, parameters }) => {
		const [x, y] = position as number[];
		const { width, height } = parameters as { width: number; height: number };
		return (px: number, py: number) => px > x! && px < x! + width && py > y! && py < y! + height;
	});
	const isOnNote = (x: number, y: number) => notes.some((holds) => holds(x, y));
	const corners = (name: string) => {
		const [x, y] = places.get(name)!;
		return [0, SIDE].flatMap((dx) => [0, SIDE].map((dy) => [x! + dx, y! + dy] as const));
	};
	const standing = nodes
		.filter((node) => !isNote(node) && corners(node.name).some(([x, y]) => isOnNote(x, y)))
		.map(({ name }) => name);
	const crossing = Object.entries(connections).flatMap(([from, outputs]) =>
		Object.values(outputs as Record<string, Array<Array<{ node: string }> | null>>)
			.flat(2)
			.filter((target) => target !== null)
			.filter(({ node: to }) => {
				const [fromX, fromY] = places.get(from)!;
				const [toX, toY] = places.get(to)!;
				return Array.from({ length: 101 }, (_, n) => n / 100).some((part) =>
					isOnNote(
						fromX! + SIDE + (toX! - fromX! - SIDE) * part,
						fromY! + SIDE / 2 + (toY! - fromY!) * part,
					),
				);
			})
			.map(({ node: to }) => `${from} to ${to}`),
	);
	return [...standing, ...crossing];
}
