import { Refusal } from './answer.mts';
import { Deliveries } from './deliveries.mts';
import { clear, emptyLog, type DeliveryEntry } from './log.mts';
import { Oidc } from './oidc/oidc.mts';
import { Access } from './signin/access.mts';
import { Login } from './signin/login.mts';
import { Sessions } from './signin/sessions.mts';
import { switchesWith, type Switches } from './switches.mts';
import type { Description } from './validation.mts';
import type { DealStatusChange } from './openapi.ts';
import { STATUS_CHANGE, statusChange } from './world/events.mts';
import { World, type WorldOptions } from './world/world.mts';

export interface Moved {
	event: DealStatusChange;
	deliveries: DeliveryEntry[];
}

/** The stand-in itself, apart from HTTP: its world, its switches, who is signed in, what it sends. */
export class Service {
	world: World;
	readonly switches: Switches;
	readonly log = emptyLog();
	readonly sessions: Sessions;
	readonly login: Login;
	readonly oidc: Oidc;
	readonly access: Access;
	readonly deliveries: Deliveries;
	/** Where the sandbox can be reached; known once it listens. */
	url = '';
	private eventId = 20_000;

	constructor(
		readonly description: Description,
		private readonly start: WorldOptions & { switches?: Partial<Switches> },
	) {
		this.world = new World(start);
		this.switches = switchesWith(start.switches);
		this.sessions = new Sessions(this.switches);
		this.login = new Login(this.switches, this.sessions, this.log);
		this.oidc = new Oidc(this.switches, this.log, () => this.url);
		this.access = new Access(this.switches, this.sessions, this.oidc);
		this.deliveries = new Deliveries(this.switches, this.log);
	}

	/**
	 * Starts over: a new world, switches as at the start, no sessions, no subscriptions, empty logs,
	 * tokens valid again. Connections made by OAuth2 stay, as making them takes a person.
	 */
	reset(options: WorldOptions = {}) {
		this.world = new World({ ...this.start, ...options });
		Object.assign(this.switches, switchesWith(this.start.switches));
		this.sessions.end();
		this.login.unlock();
		this.access.tokensRevoked = false;
		clear(this.log);
	}

	/** Moves a deal and calls the hooks. Resolves when every call has ended. */
	async moveDeal(dealId: string, statusId: string): Promise<Moved> {
		const found = this.world.findDeal(dealId);
		if (!found) throw new Refusal(404, `There is no deal ${dealId}`);
		const { profile, deal } = found;
		const status = profile.status(statusId);
		if (!status) throw new Refusal(400, `There is no status ${statusId}`);
		const left = profile.move(deal, status);
		const event = statusChange(++this.eventId, profile, deal, left, this.switches.timestampUnit);
		const fault = this.description.faultOfEvent(event);
		if (fault) throw new Error(`The event does not fit openapi.yaml: ${fault}`);
		const hooks = [...profile.subscriptions.values()].filter(({ events }) =>
			events.includes(STATUS_CHANGE),
		);
		return { event, deliveries: await this.deliveries.send(event, hooks) };
	}
}
