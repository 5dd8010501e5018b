import type { Load } from './process.mts';

/**
 * n8n's own helper for credentials, on one account in place of its database: it decrypts, fills in
 * and signs as n8n does, so that what a sign-in costs is in the figures.
 */
export async function credentialsHelper(
	ofN8n: Load,
	type: { name: string },
	values: object,
): Promise<unknown> {
	const { CredentialsHelper } = ofN8n('n8n/dist/credentials-helper.js');
	const { Cipher, Credentials, EncryptionKeyProxy } = ofN8n('n8n-core');
	const { Container } = ofN8n('@n8n/di');
	const value = Container.get(Cipher).encryptDEKWithInstanceKey('0'.repeat(64));
	const key = { id: 'key', value, algorithm: 'aes-256-gcm' };
	const [getActiveKey, getKeyById] = [async () => key, async () => key];
	Container.get(EncryptionKeyProxy).setProvider({ getActiveKey, getKeyById });
	const account = { id: '1', name: 'Account' };
	const stored = new Credentials(account, type.name);
	await stored.setData(values);
	const entity = { ...account, type: type.name, data: stored.data, usageScope: 'project' };
	const types = {
		getByName: () => type,
		getParentTypes: () => [],
		getSupportedNodes: () => [],
	};
	return new CredentialsHelper(
		types,
		{ applyOverwrite: (_type: string, data: object) => data },
		{ findOneByOrFail: async () => entity },
		{ resolveIfNeeded: async (_entity: object, data: object) => ({ data, isDynamic: false }) },
		{},
		{ isExternalSecretsLicensed: () => false },
		{},
		{},
		{ enforceCredentialDecrypt: async () => undefined },
	);
}
