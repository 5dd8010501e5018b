import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Switches } from '../switches.mts';

/** The sessions of the legacy sign-in. The key is a JWT, but what counts is whether it is in here. */
export class Sessions {
	private readonly open = new Map<string, { calls: number }>();
	private readonly secret = randomBytes(32);

	constructor(private readonly switches: Switches) {}

	/** Opens a session and answers its key. */
	start(email: string): string {
		const key =
			this.switches.sessionPrefix +
			this.sign({
				sub: email,
				role: 'API',
				iat: Math.floor(Date.now() / 1000),
				jti: randomUUID(),
			});
		this.open.set(key, { calls: 0 });
		return key;
	}

	/** Counts a call on a session. Returns false when it is unknown or has ended. */
	use(key: string): boolean {
		const session = this.open.get(key);
		if (!session) return false;
		const { sessionCalls } = this.switches;
		if (sessionCalls !== null && session.calls >= sessionCalls) return !this.open.delete(key);
		session.calls++;
		return true;
	}

	end() {
		this.open.clear();
	}

	private sign(claims: object): string {
		const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
		const unsigned = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
		return `${unsigned}.${createHmac('sha256', this.secret).update(unsigned).digest('base64url')}`;
	}
}
