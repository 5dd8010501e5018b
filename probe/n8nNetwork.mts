import { createRequire } from 'node:module';

import type { Network } from './gate.mts';

const REQUESTS =
	'n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions';

/** n8n's own `httpRequest`, so that answers come as the nodes get them. */
export function n8nNetwork(): Network {
	const { getRequestHelperFunctions } = createRequire(import.meta.url)(REQUESTS);
	const { httpRequest } = getRequestHelperFunctions({}, { name: 'Probe' }, {});
	return httpRequest as Network;
}
