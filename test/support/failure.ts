import { UnexpectedError } from 'n8n-workflow';

type Told = Error & { description: string; httpCode?: string; context: { itemIndex?: number } };

/** The error a run ends with, as the user meets it. */
export const failure = async (run: Promise<unknown>): Promise<Told> =>
	await run.then(
		() => {
			throw new UnexpectedError('It did not fail');
		},
		(error) => error,
	);
