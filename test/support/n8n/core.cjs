/** `n8n-core`, loaded once a worker; see environment.mjs. */
module.exports = globalThis.requireOfN8n('./');
