const { BinaryDataService } = require('n8n-core');

/** The container of n8n-core, where its services are kept: its own copy. Nodes cannot reach it. */
const { Container } = require(require.resolve('@n8n/di', { paths: [require.resolve('n8n-core')] }));

exports.n8nFiles = () => Container.get(BinaryDataService);
