const { Container } = require('@n8n/di');
const { BinaryDataService } = require('n8n-core');

/** From n8n-core's container of services, which nodes cannot reach. */
exports.n8nFiles = () => Container.get(BinaryDataService);

/** Files stay in the items if nothing keeps them elsewhere. */
exports.keepFilesInMemory = () => {
	Container.get(BinaryDataService).managers = {};
};
