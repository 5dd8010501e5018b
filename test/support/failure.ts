import { UnexpectedError } from 'n8n-workflow';

type Shown = Error & { description: string; httpCode?: string; context: { itemIndex?: number } };

/** The error that ends a run. */
export const failure = async (run: Promise<unknown>): Promise<Shown> =>
	await run.then(
		() => {
			throw new UnexpectedError('It did not fail');
		},
		(error) => error,
	);
