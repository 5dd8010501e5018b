import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect } from '../auth/authenticator';
import { type Polled, pollOnce, type PollRun } from '../polling/pollOnce';
import { type Connection, forProfile } from '../transport/connection';
import { ServiceError } from '../transport/errors';
import { isObject } from '../utils/json';
import { UserError } from '../utils/userError';
import { dealSource } from './deals/source';
import { contactSource, quotationSource } from './records/source';
import { type PollSettings, readPollSettings } from './settings';

/**
 * What is new in the sources that the chosen events need, each with a memory of its own.
 *
 * 1. The first activation of the node notes what is there and starts nothing, or starts with it, as the
 *    person chose.
 * 2. An event that was not chosen at the last poll begins by noting.
 * 3. A source that is set otherwise is another one where nothing that is listed is in the memory: then
 *    what is there is noted, and starts nothing. An address may be written otherwise, or a profile be
 *    filled in later.
 * 4. Where one source fails, the poll fails, and notes nothing of any.
 * 5. "Fetch Test Event" shows what would start the workflow: the ten newest, of each event in turn.
 */

/** What is new in a source. */
export interface SourcePoll {
	items: INodeExecutionData[];
	/** JSON, to be given to the next poll. */
	memory: IDataObject;
}

export interface SourceContext {
	connection: Connection;
	settings: PollSettings;
	run: PollRun;
}

/** What one poll of a source goes on from. */
export interface SourceBefore {
	/** Undefined where nothing was noted yet, or nothing that can be read. */
	memory: IDataObject | undefined;
	/** Events that start the workflow; of the others that are chosen, what is there is noted. */
	telling: readonly string[];
}

/** Something that is read whole at each poll. */
export interface Source {
	/** Under which its memory is kept. */
	key: string;
	/** As errors name it. */
	label: string;
	events: readonly string[];
	read(context: SourceContext, before: SourceBefore): Promise<SourcePoll>;
	/** The newest of each event that would start the workflow. */
	sample(
		context: SourceContext,
		events: readonly string[],
		count: number,
	): Promise<INodeExecutionData[]>;
}

const SOURCES: Source[] = [dealSource, contactSource, quotationSource];

export const poll = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await pollOnce(context, {
		read: async (kept, run) => await readNew(await begin(context, run), kept),
		sample: async (run) => await readSample(await begin(context, run)),
	});

async function begin(context: IPollFunctions, run: PollRun): Promise<SourceContext> {
	const settings = readPollSettings(context);
	const connection = forProfile(await connect(context, settings.scheme), settings.companyProfileId);
	return { connection: { ...connection, signal: run.signal }, settings, run };
}

async function readNew(context: SourceContext, kept: IDataObject | undefined): Promise<Polled> {
	const { events, startsWithAll } = context.settings;
	const ofFirst = startsWithAll ? events : [];
	const noted: unknown[] = kept ? [kept.events].flat() : ofFirst;
	const items: INodeExecutionData[] = [];
	const cursor: IDataObject = { events };
	for (const source of sourcesOf(context)) {
		const found = kept?.[source.key];
		const memory = isObject(found) ? found : undefined;
		const goesOn = memory !== undefined || kept === undefined;
		const telling = goesOn ? events.filter((event) => noted.includes(event)) : [];
		const polled = await named(context, source, source.read(context, { memory, telling }));
		for (const item of polled.items) items.push(item);
		cursor[source.key] = polled.memory;
	}
	checkSize(cursor);
	return { items, cursor };
}

const sourcesOf = ({ settings }: SourceContext): Source[] =>
	SOURCES.filter((source) => source.events.some((event) => settings.events.includes(event)));

/** n8n writes static data whole, with each run that begins. */
const MAX_CURSOR_LENGTH = 1_000_000;

function checkSize(cursor: IDataObject): void {
	const { length } = JSON.stringify(cursor);
	if (length <= MAX_CURSOR_LENGTH) return;
	throw new UserError(
		`The trigger cannot remember so many records: they take ${(length / 1e6).toFixed(1)} MB of static data, and 1 MB is the limit`,
		'n8n writes static data to its database with each run. A contact or quotation takes ten characters, so some 95,000 fit. Choose a smaller audience, or use a separate trigger for each source.',
	);
}

/** An error says which source failed, where there are several. */
async function named<T>(context: SourceContext, { label }: Source, result: Promise<T>): Promise<T> {
	if (sourcesOf(context).length === 1) return await result;
	return await result.catch(async (error: unknown) => {
		if (!(error instanceof UserError)) throw error;
		const message = `${label}: ${error.message}`;
		const description = `The workflow does not start until this works. Use a separate trigger for each of ${labelsOf(context)}, so that one cannot stop the others. ${error.description}`;
		throw error instanceof ServiceError
			? new ServiceError(message, description, error)
			: new UserError(message, description);
	});
}

const labelsOf = (context: SourceContext): string =>
	sourcesOf(context)
		.map(({ label }) => label.toLowerCase())
		.join(' and ');

const MAX_SAMPLES = 10;

/** Rule 5. @throws UserError that says why there is none. */
async function readSample(context: SourceContext): Promise<INodeExecutionData[]> {
	const { events } = context.settings;
	const samples: INodeExecutionData[] = [];
	for (const source of sourcesOf(context)) {
		const chosen = source.events.filter((event) => events.includes(event));
		samples.push(...(await named(context, source, source.sample(context, chosen, MAX_SAMPLES))));
	}
	const byEvent = events.map((event) => samples.filter(({ json }) => json.triggeredBy === event));
	const inTurn = Array.from({ length: MAX_SAMPLES }, (_, n) =>
		byEvent.flatMap((ofOne) => ofOne.at(-1 - n) ?? []),
	);
	if (samples.length > 0) return inTurn.flat().slice(0, MAX_SAMPLES).reverse();
	throw new UserError(
		'There is nothing yet that would start the workflow',
		`Nothing in ${labelsOf(context)} is of an event chosen in 'Trigger On' and passes the filters. Change them, or make something in your Sales CRM and try again.`,
	);
}
