import { isMatch } from 'es-toolkit/compat';
import { Refusal } from './answer.mts';
import { Deliveries } from './deliveries.mts';
import { clear, emptyLog, type DeliveryEntry } from './log.mts';
import { Oidc } from './oidc/oidc.mts';
import { Access } from './signin/access.mts';
import { Login } from './signin/login.mts';
import { Sessions } from './signin/sessions.mts';
import { switchesWith, type Switches } from './switches.mts';
import type { Description, EventKind } from './validation.mts';
import type { DealStatusChange, Event } from './openapi.ts';
import { eventOf, type Happening } from './world/events/event.mts';
import { STATUS_CHANGE, statusChange } from './world/events/statusChange.mts';
import type { Profile } from './world/profile.mts';
import type { Deal, Status } from './world/shapes.mts';
import { World, type WorldOptions } from './world/world.mts';

export type SentEvent = DealStatusChange | Event;

/** An event, and how its deliveries went. */
export interface Delivered {
	event: SentEvent;
	deliveries: DeliveryEntry[];
}

/** The event of a move, which contains more as published than as described. */
export interface Moved extends Delivered {
	event: DealStatusChange;
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
	/** The sandbox's own address, known once it listens. */
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
	 * tokens valid again. Connections made by OAuth2 stay, because only a person can make them.
	 */
	reset(options: WorldOptions = {}) {
		this.world = new World({ ...this.start, ...options });
		Object.assign(this.switches, switchesWith(this.start.switches));
		this.sessions.end();
		this.login.unlock();
		this.access.tokensRevoked = false;
		clear(this.log);
	}

	/** Moves a deal or lead and calls the hooks. Resolves when every call has ended. */
	async moveDeal(dealId: string, statusId: string): Promise<Moved> {
		const { profile, deal } = this.find(dealId);
		const status = profile.status(statusId);
		if (!status) throw new Refusal(400, `There is no status ${statusId}`);
		return await this.move(profile, deal, status);
	}

	async move(profile: Profile, deal: Deal, status: Status): Promise<Moved> {
		const previousStatusId = profile.move(deal, status);
		if (this.switches.only === 'described')
			return await this.publishAsDescribed(profile, deal, previousStatusId);
		const metadata = { old_status_id: previousStatusId };
		const delivered = await this.publish(profile, {
			name: STATUS_CHANGE,
			about: deal.id,
			metadata,
		});
		return delivered as Moved;
	}

	async assign(profile: Profile, deal: Deal, userId: string | null): Promise<Delivered> {
		const metadata = { old_assignee_id: profile.assign(deal, userId) };
		const name = 'CRM_BACKLOG_ITEM_ASSIGNEE_CHANGE';
		return await this.publish(profile, { name, about: deal.id, metadata });
	}

	async assignDeal(dealId: string, userId: string | null): Promise<Delivered> {
		const { profile, deal } = this.find(dealId);
		return await this.assign(profile, deal, userId);
	}

	async closeDeal(dealId: string, result: 'won' | 'lost'): Promise<Delivered> {
		const { profile, deal } = this.find(dealId);
		profile.close(deal, result);
		return await this.publish(profile, { name: 'CRM_BACKLOG_ITEM_RESULT_CHANGE', about: deal.id });
	}

	/** Sends an event of any published name, and changes nothing. */
	async send(happening: Happening, profileId?: string): Promise<Delivered> {
		return await this.publish(this.world.profile(profileId), happening);
	}

	private find(dealId: string) {
		const found = this.world.findDeal(dealId);
		if (!found) throw new Refusal(404, `There is no deal ${dealId}`);
		return found;
	}

	/** Calls the hooks that subscribed to the event and whose scope fits its metadata. */
	private async publish(profile: Profile, happening: Happening): Promise<Delivered> {
		const event = eventOf(profile, happening, this.switches, ++this.eventId);
		return await this.deliver('event', profile, event);
	}

	/** Leads are not described, so no event is sent about them. */
	private async publishAsDescribed(
		profile: Profile,
		deal: Deal,
		previousStatusId: string,
	): Promise<Moved> {
		const event = statusChange(
			++this.eventId,
			profile,
			deal,
			previousStatusId,
			this.switches.timestampUnit,
		);
		if (deal.type === 'LEADS') return { event, deliveries: [] };
		return (await this.deliver('dealStatusChange', profile, event)) as Moved;
	}

	private async deliver(kind: EventKind, profile: Profile, event: SentEvent): Promise<Delivered> {
		const fault = this.description.faultOfEvent(kind, event);
		if (fault) throw new Error(`The event does not fit openapi.yaml: ${fault}`);
		const { eventName, metadata } = event;
		const hooks = [...profile.subscriptions.values()].filter(
			({ events, scope = {} }) => events.includes(eventName) && isMatch(metadata, scope),
		);
		return { event, deliveries: await this.deliveries.send(event, hooks) };
	}
}
