import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';

import { startSandbox } from '../server.mts';

test('only this machine reaches it, unless a host is named', async () => {
	const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
	const own = others.find(({ family, internal }) => family === 'IPv4' && !internal);
	const reached = async (host?: string) => {
		const sandbox = await startSandbox({ host });
		try {
			const { port } = new URL(sandbox.url);
			const from = `http://${own?.address ?? '127.0.0.2'}:${port}/_sandbox/switches`;
			return await fetch(from).then(
				({ status }) => status,
				() => 'refused',
			);
		} finally {
			await sandbox.close();
		}
	};
	assert.equal(await reached(), 'refused');
	assert.equal(await reached('0.0.0.0'), 200);
});
