/** `@n8n/di` as n8n-core has it, where its services are kept; see environment.mjs. */
module.exports = globalThis.requireOfN8n('@n8n/di');
