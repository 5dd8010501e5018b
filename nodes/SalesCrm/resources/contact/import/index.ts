import { createContact } from '../../../../api/contacts';
import type { NewContact } from '../../../../api/types';
import { ServiceError } from '../../../../transport/errors';
import { mayBeWritten } from '../../../execution/itemResults';
import type { Batch, Output, PreparedRun } from '../../../execution/operation';
import { reportHints, runHints } from './hints';
import { rememberSent, uncertainRowsLookUp } from './lookUp';
import { idOf } from '../matching';
import { OnePerKey, plan, type PlanFindings } from './plan';
import {
	type CreateParameters,
	existsError,
	flatItems,
	isValid,
	outcomeItem,
	plainItem,
	readRows,
	type ToItem,
	type ValidRow,
} from './rows';
import { reportOf } from './report';
import { importSettings, wantsReport } from './settings';

/**
 * How rows become contacts, so that an import can be run again.
 *
 * What is read:
 * 1. The settings are read at the first item; audience, profile and values at each item (rows.ts). All
 *    rows are read before the first is sent.
 * 2. With Skip and Fail, each audience that a row with a key goes to is listed once, before anything
 *    is sent (plan.ts). With Create Anyway none is.
 *
 * What becomes of a row, the first that applies:
 * 3. `failed`: it cannot be read, or its audience could not be listed completely.
 * 4. `duplicate`: an earlier row has one of its keys (Skip; with Fail it is `failed`). Where the earlier
 *    row is being sent, this one waits, and is sent itself if the service plainly refuses the other.
 * 5. `existing`: a contact of its audience has one of its keys (Skip; with Fail it is `failed`).
 * 6. `wouldCreate`: in a dry run.
 * 7. `created`: the service took it. `failed`: the service plainly refused it. `uncertain`: it may have
 *    been created, although no answer says so. Such a row is never sent again; it is looked for after
 *    the last row, and may become `foundAfterwards` (lookUp.ts).
 *
 * Nothing at all is written
 * - in a dry run;
 * - where contacts were listed, and none shows anything to recognize it by;
 * - without "Continue", where a row has failed before the first is sent: with Fail all rows have been
 *   checked by then, with Skip their audiences have been listed.
 *
 * For a report (report.ts) no failure of a row stops the run, as with "Continue". What concerns all rows
 * is the error of the node, and nothing is sent then: the settings; contacts that cannot be listed, shown
 * to be all, or recognized; with Fail an existing one; at the first row that is sent, a service that is
 * not reached or refuses the sign-in.
 *
 * What an item looks like:
 * 8. With Create Anyway and no dry run it is the service's answer. Otherwise all items are flat and
 *    alike, and `outcome` is one of the words above.
 * 9. An error item is `{ error }` alone where it goes to an error output: n8n routes by that
 *    (n8n-core, execution-engine/workflow-execute, `handleNodeErrorOutput`).
 */
export async function prepareImport(
	batch: Batch<CreateParameters>,
): Promise<PreparedRun<CreateParameters>> {
	if (!wantsReport(batch.context)) return await prepareRows(batch);
	try {
		return await prepareRows({ ...batch, mayGoOn: true });
	} catch (reason) {
		failRest(batch, reason);
		const fail = async () => await Promise.reject(reason);
		return { run: fail, report: fail };
	}
}

function failRest({ results, fail }: Batch<CreateParameters>, reason: unknown): PlanFindings {
	for (const n of results.keys()) if (!results[n]) fail(n, reason);
	return NOTHING_FOUND;
}

const NOTHING_FOUND: PlanFindings = { shared: 0, missing: new Set() };

async function prepareRows(batch: Batch<CreateParameters>): Promise<PreparedRun<CreateParameters>> {
	const startedAt = new Date();
	const { context, results } = batch;
	const settings = importSettings(context);
	const isReported = settings.result === 'report';
	const rows = await readRows(batch, settings.matchBy);
	const looks = settings.ifExists !== 'createAnyway';
	const isPlanned = looks || settings.dryRun;
	const toItem = isReported ? outcomeItem : isPlanned ? flatItems(rows) : undefined;

	let findings = NOTHING_FOUND;
	if (isPlanned) {
		const planned = plan(batch, rows, settings, toItem!);
		findings = isReported
			? await planned
			: await planned.catch((reason) => failRest(batch, reason));
	}

	const written = rows.filter(isValid).filter(({ itemIndex }) => mayBeWritten(results[itemIndex]));
	const onePerKey = new OnePerKey(written);
	const sendRow = contactSender(toItem);
	const first = isReported ? new FirstAlone() : undefined;
	const send = async (row: ValidRow) =>
		first ? await first.send(async () => await sendRow(row)) : await sendRow(row);
	const lookUp = uncertainRowsLookUp(batch, rows, settings.list, toItem);
	let lookUpProblem: string | undefined;
	return {
		async run({ itemIndex }) {
			const row = rows[itemIndex];
			if (!isValid(row)) throw row.reason;
			if (!looks) return await send(row);
			const result = await onePerKey.send(row, async () => await send(row));
			if ('sent' in result) return result.sent;
			const duplicate = { outcome: 'duplicate', ...result } as const;
			if (settings.ifExists === 'fail') throw existsError(duplicate);
			return { skipped: [{ json: toItem!(row, duplicate) }] };
		},
		async after() {
			if (settings.lookUpUncertain) lookUpProblem = (await lookUp()) ?? lookUpProblem;
		},
		hints: (hasFailed) =>
			runHints(settings, { ...findings, lookUpProblem }, rows, results, hasFailed),
		failedItem:
			toItem && !isReported && context.getNode().onError !== 'continueErrorOutput'
				? (n, error) => {
						const outcome = results[n]?.kind === 'unknown' ? 'uncertain' : 'failed';
						return toItem(rows[n], { outcome, error });
					}
				: undefined,
		report: isReported
			? async (messageOf) => {
					if (first!.problem) throw first!.problem;
					const told = { ...findings, lookUpProblem };
					const hints = reportHints(settings, told, rows, results);
					return await reportOf({ context, rows, results, startedAt, looks, hints, messageOf });
				}
			: undefined,
	};
}

/**
 * Sends the first row before all others. Where the service is not reached, or refuses the sign-in, that
 * is no row's failure, and none is sent.
 */
class FirstAlone {
	problem: unknown;

	private first: Promise<void> | undefined;

	async send<T>(send: () => Promise<T>): Promise<T> {
		if (this.first) {
			await this.first;
			if (this.problem) throw this.problem;
			return await send();
		}
		const sending = send();
		this.first = sending.then(
			() => undefined,
			(reason) => {
				if (concernsAll(reason)) this.problem = reason;
			},
		);
		return await sending;
	}
}

const concernsAll = (reason: unknown): boolean =>
	reason instanceof ServiceError &&
	!reason.mayHaveHappened &&
	(reason.status === undefined || reason.status === 401);

/**
 * Sends rows, and remembers what was sent for those that may have to be looked for. Without a
 * timestamp of its own, a row gets the moment of sending, which is given out once: by it the contact
 * can be recognized afterwards.
 */
function contactSender(toItem: ToItem | undefined): (row: ValidRow) => Promise<Output[]> {
	let last = 0;
	const nextTimestamp = () => (last = Math.max(Date.now(), last + 1));

	return async (row) => {
		const { connection, audienceId, contactType, personalInfos } = row;
		const timestamp = row.timestamp ?? nextTimestamp();
		const contact: NewContact = { audienceId, contactType, timestamp, personalInfos };
		const response = await createContact(connection, contact).catch((error) => {
			rememberSent(error, { connection, contact });
			throw error;
		});
		const contactId = idOf(response);
		const json =
			toItem?.(row, { outcome: 'created', contactId, response: response ?? null }) ??
			plainItem(connection, contact, response);
		// Only a timestamp that was entered can be that of another row.
		if (row.timestamp !== undefined) rememberSent(json, { connection, contact });
		return [{ json }];
	};
}
