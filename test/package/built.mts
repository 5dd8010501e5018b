import { createRequire } from 'node:module';
import type { INodeTypeDescription } from 'n8n-workflow';

/** The package as it would be published. Build it first: `npm run build`. */

const require = createRequire(import.meta.url);

export const manifest: {
	[field: string]: unknown;
	name: string;
	version: string;
	scripts: Record<string, string>;
	peerDependencies: object;
	n8n: { strict: boolean; nodes: string[]; credentials: string[] };
} = require('../../package.json');

/** Of each node, in the order of the manifest. */
export const descriptions = manifest.n8n.nodes.map((path) => {
	const [Node] = Object.values<new () => { description: INodeTypeDescription }>(
		require(`../../${path}`),
	);
	return new Node().description;
});
