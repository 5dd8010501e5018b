import { join } from 'node:path';

import { projectOf, whole } from '../jest.config.mjs';

/**
 * The engine tests once more, with the engine of n8n 1.123: `npm run test:1.123`. It has a package of
 * its own because it is as large as all the rest.
 * @type {import('jest').Config}
 */
export default {
	...whole,
	projects: [
		{
			...projectOf('1.123', join(import.meta.dirname, 'node_modules')),
			testMatch: ['**/engine/*.test.ts'],
		},
	],
};
