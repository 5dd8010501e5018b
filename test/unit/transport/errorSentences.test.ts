import '../../support/fastClock';

import { failures } from '../../support/failures';
import { useNock } from '../../support/fakeService';

/**
 * What people read when something fails, sentence by sentence: message and description of each failure. A changed
 * sentence is looked at in the snapshot (`npx jest -c test/jest.config.mjs errorSentences -u`), then accepted.
 */

useNock();

const toldBy = async (produce: () => Promise<unknown>) =>
	await produce().then(
		() => 'It did not fail',
		({ message, description }) => ({ message, description: description || undefined }),
	);

it.each(Object.entries(failures))('%s', async (_, produce) => {
	expect(await toldBy(produce)).toMatchSnapshot();
});
