/** The board page: shows the state of the sandbox and moves deals. Text only ever goes in as text. */

const CARDS_SHOWN = 40;
const DELIVERIES_SHOWN = 30;
const byId = (id) => document.getElementById(id);
const ask = async (path, body) => {
	const options = body && {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	};
	const response = await fetch(`/_sandbox/${path}`, options);
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.message);
	return answer;
};

const make = (tag, properties = {}, ...children) => {
	const element = Object.assign(document.createElement(tag), properties);
	element.append(...children);
	return element;
};
const row = (...cells) =>
	make('tr', {}, ...cells.map((cell) => make('td', {}, String(cell ?? '—'))));

const move = async (dealId, statusId) => change(`deals/${dealId}/move`, { statusId }, 'Moved');
const mark = async (dealId, result) =>
	change(`deals/${dealId}/close`, { result }, `Marked as ${result}`);

async function change(path, body, done) {
	try {
		const { deliveries } = await ask(path, body);
		byId('notice').textContent = `${done}; ${deliveries.length} calls made`;
	} catch (error) {
		byId('notice').textContent = error.message;
	}
	await refresh(true);
}

function card(deal, { statuses, backlogs, users }) {
	const assignee = users.find(({ id }) => id === deal.assigneeId)?.name ?? 'nobody';
	const select = make('select', {}, make('option', { value: '' }, 'Move to…'));
	select.setAttribute('aria-label', `Move ${deal.summary} to`);
	for (const backlog of backlogs) {
		const group = make('optgroup', { label: backlog.name });
		for (const { id, label, backlog_id } of statuses) {
			if (backlog_id === backlog.id) group.append(make('option', { value: id }, label));
		}
		select.append(group);
	}
	select.onchange = () => select.value && move(deal.id, select.value);
	const marks = make('select', {}, make('option', { value: '' }, 'Mark as…'));
	marks.setAttribute('aria-label', `Mark ${deal.summary} as`);
	for (const result of ['won', 'lost']) marks.append(make('option', { value: result }, result));
	marks.onchange = () => marks.value && mark(deal.id, marks.value);
	const element = make('div', { className: 'card', draggable: true }, deal.summary);
	element.dataset.dealId = deal.id;
	const shown = deal.result ? `${assignee}, marked as ${deal.result}` : assignee;
	element.append(make('small', {}, shown), select, marks);
	element.ondragstart = (event) => event.dataTransfer.setData('text/plain', deal.id);
	return element;
}

function column(status, deals, state) {
	const title = make('h3', {}, `${status.label} (${deals.length})`);
	const element = make('div', { className: 'column' }, title);
	element.dataset.statusId = status.id;
	element.style.setProperty('--color', status.color);
	element.append(...deals.slice(0, CARDS_SHOWN).map((deal) => card(deal, state)));
	if (deals.length > CARDS_SHOWN) element.append(`and ${deals.length - CARDS_SHOWN} more`);
	element.ondragover = (event) => {
		event.preventDefault();
		element.classList.add('over');
	};
	element.ondragleave = () => element.classList.remove('over');
	element.ondrop = (event) => {
		event.preventDefault();
		void move(event.dataTransfer.getData('text/plain'), status.id);
	};
	return element;
}

function pipeline(backlog, state) {
	const columns = state.statuses
		.filter(({ backlog_id }) => backlog_id === backlog.id)
		.map((status) =>
			column(
				status,
				state.deals.filter(({ statusId }) => statusId === status.id),
				state,
			),
		);
	const list = make('div', { className: 'columns' }, ...columns);
	return make('section', {}, make('h2', {}, backlog.name), list);
}

let shown = '';

async function refresh(always = false) {
	const [state, deliveries] = await Promise.all([ask('state'), ask('deliveries')]);
	// Redrawing would take a card out of the hand that drags it, so only do it when something changed.
	const now = JSON.stringify([state, deliveries.length]);
	if (now === shown && !always) return;
	shown = now;
	byId('counts').textContent =
		`${state.deals.length} deals · ${state.contacts} contacts · ${state.quotations.length} quotations`;
	byId('board').replaceChildren(...state.backlogs.map((backlog) => pipeline(backlog, state)));
	byId('no-hooks').hidden = state.subscriptions.length > 0;
	byId('hooks').replaceChildren(
		...state.subscriptions.map(({ name, method, url, events }) =>
			row(name, method, url, events.join(', ')),
		),
	);
	byId('deliveries').replaceChildren(
		...deliveries
			.slice(-DELIVERIES_SHOWN)
			.reverse()
			.map(({ time, eventId, status, answer, url, durationMs }) =>
				row(time, eventId, status, answer, url, durationMs),
			),
	);
}

const toEnter = { 'Base URL': location.origin, ...(await ask('to-enter')) };
byId('to-enter').append(
	...Object.entries(toEnter).flatMap(([field, value]) => [
		make('dt', {}, field),
		make('dd', {}, make('code', {}, value)),
	]),
);
await refresh();
setInterval(() => refresh().catch((error) => (byId('notice').textContent = error.message)), 2000);
