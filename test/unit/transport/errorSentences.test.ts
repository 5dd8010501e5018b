import '../../support/fastClock';

import { failures } from '../../support/failures';
import { useNock } from '../../support/fakeService';

/**
 * What people read when something fails: message and description of each failure. After a change, read the sentence in
 * the snapshot (`npx jest -c test/jest.config.mjs errorSentences -u`) before you accept it.
 */

useNock();

const shownBy = async (produce: () => Promise<unknown>) =>
	await produce().then(
		() => 'It did not fail',
		({ message, description }) => ({ message, description: description || undefined }),
	);

it.each(Object.entries(failures))('%s', async (_, produce) => {
	expect(await shownBy(produce)).toMatchSnapshot();
});
