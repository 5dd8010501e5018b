/**
 * What stands below a trigger's name on the canvas: what it starts on, and by what it is filtered.
 * Expressions of n8n's, worked out in the browser; its `$parameter` holds what is entered.
 */

const FILTERS = `{
	assigneeIds: "assignee", backlogIds: "pipeline", boardIds: "board",
	fromStatusIds: "from status", toStatusIds: "to status",
}`;

const filteredBy = `(
	(names) => names.length ? " (by " + names.join(", ") + ")" : ""
)(Object.entries($parameter["filters"] || {}).filter(([, value]) => value && value.length).map(([name]) => (${FILTERS})[name] || name))`;

const oneLine = (expression: string) => `={{ ${expression.replace(/\s+/g, ' ')} }}`;

export const eventsSubtitle = oneLine(
	`($parameter["events"].length ? "Deal status changed" : "Additional events") + ${filteredBy}`,
);

const CHANGES = `{
	assigneeChanged: "assignee changed", otherChange: "other change", statusChanged: "deal status changed",
}`;

export const changesSubtitle = oneLine(
	`$parameter["changes"].map((change) => (${CHANGES})[change] || change).join(", ") + ${filteredBy}`,
);
