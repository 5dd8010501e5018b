/** `n8n-workflow` as n8n-core has it, loaded once a worker; see environment.mjs. */
module.exports = globalThis.requireOfN8n('n8n-workflow');
