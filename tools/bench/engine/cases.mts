/** What is run in n8n's engine, and what that gives. */

export interface EngineCase {
	/** The bare ones are of the bench's own: the same requests through n8n's own helper, and nothing else. */
	kind: 'Sales CRM' | 'polling trigger' | 'HTTP Request' | 'bare create' | 'bare fetch';
	parameters: Record<string, unknown>;
	/** The service's address. */
	url: string;
	/** In place of what any service takes. */
	account?: { apiToken: string; companyProfileId: string };
	/** How many items come in; one without data where left out. */
	rows?: number;
	/** Whether these come as one item with a CSV file. */
	isFile?: boolean;
	/** Of what shape these rows are (shapes.mts). */
	shape?: string;
	/** Whether failed items are items of their own ("Continue"). */
	continues?: boolean;
	/** Whether what n8n makes of the run to store it is measured, too. */
	storing?: boolean;
}

export interface Figures {
	/** Items that went out. */
	items: number;
	/** Milliseconds by the clock, and of processor time, garbage collection included. */
	ms: number;
	cpu: number;
	/** The longest time in which nothing else was done, in milliseconds. */
	freeze: number;
	/** By how much the process has grown at its peak since before its first run, in bytes. */
	peak: number;
	/** Milliseconds of processor time in which n8n makes a text of the run, and its length. */
	storing?: { cpu: number; length: number };
	/** Bytes that a trigger keeps from run to run. */
	kept: number;
}

/** An operation of the Sales CRM node. */
export const crm = (
	url: string,
	resource: string,
	operation: string,
	parameters: object,
	more: Partial<EngineCase> = {},
): EngineCase => ({
	kind: 'Sales CRM',
	url,
	parameters: { resource, operation, options: {}, ...parameters },
	...more,
});
