import assert from 'node:assert/strict';

import { CouldNotRun } from '../couldNotRun.mts';
import { MAX_REQUESTS } from '../gate.mts';
import { READS } from '../operations.mts';
import type { Ran } from './stage.mts';

const ALLOWED = [...Object.keys(READS), 'login', 'loginAtAuthenticationService'];

/** By the sandbox's own log: reads and right logins, one at a time, so many at most; nothing changed. */
export function harmless({ requests, logins, error, before, after }: Ran, what: string): void {
	assert.ok(error === undefined || error instanceof CouldNotRun, `${what}: ${error?.stack}`);
	assert.ok(requests.length > 0 && requests.length <= MAX_REQUESTS, `${what}: ${requests.length}`);
	for (const { operationId, method, path, inFlight } of requests) {
		assert.ok(ALLOWED.includes(operationId ?? ''), `${what}: ${method} ${path}`);
		assert.equal(inFlight, 1, what);
	}
	assert.ok(logins <= 4, what);
	assert.deepEqual(after, before, what);
}
