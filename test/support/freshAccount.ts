/**
 * Imported before the nodes: each test has an account of its own, because the process remembers which lists an account was
 * seen to read, and for ten minutes which it may not read.
 */
let mockAccounts = 0;

jest.mock('../../nodes/transport/account', () => {
	const actual = jest.requireActual<typeof import('../../nodes/transport/account')>(
		'../../nodes/transport/account',
	);
	const accountOf: typeof actual.accountOf = (...credential) => {
		const account = actual.accountOf(...credential);
		return { ...account, key: `${account.key} ${mockAccounts}` };
	};
	return { ...actual, accountOf };
});

beforeEach(() => void mockAccounts++);
