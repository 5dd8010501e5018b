const { Container } = require('@n8n/di');

/** n8n's protection against requests to private addresses, as N8N_SSRF_PROTECTION_ENABLED turns it on. */
exports.blockPrivateAddresses = (isOn) => {
	const { SsrfProtectionConfig } = globalThis.requireOfN8n('@n8n/config');
	Container.get(SsrfProtectionConfig).enabled = isOn;
};
