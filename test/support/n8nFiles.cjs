const { Container } = require('@n8n/di');
const { BinaryDataService } = require('n8n-core');

/** The container of n8n-core, where its services are kept. Nodes cannot reach it. */
exports.n8nFiles = () => Container.get(BinaryDataService);

/** Without anything that keeps them elsewhere, files stay in the items. */
exports.keepFilesInMemory = () => {
	Container.get(BinaryDataService).managers = {};
};
