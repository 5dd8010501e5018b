import type { Switches } from '../../sandbox/switches.mts';
import type { Findings } from '../findings.mts';
import type { Answer } from './answer.mts';
import { likeness, type Settings, settingsOf } from './switches.mts';
import { answersTo } from './unknowns.mts';

/** What a program reads; `npm run sandbox -- --like` takes the switches from it. */
export interface Report {
	what: 'n8n-nodes-sales-crm probe';
	version: 1;
	/** The switches that make the sandbox behave likewise. */
	switches: Partial<Switches>;
	settings: Settings;
	unknowns: Array<{ row: string } & Answer>;
	findings: Findings;
}

export function reportOf(findings: Findings): Report {
	const settings = settingsOf(findings);
	return {
		what: 'n8n-nodes-sales-crm probe',
		version: 1,
		switches: likeness(settings),
		settings,
		unknowns: answersTo(findings, settings),
		findings,
	};
}
