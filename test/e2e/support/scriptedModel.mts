import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A chat model by a script, as an agent asks it: OpenAI's interface of chat completions. */

/** A tool that the model calls, with these values; or what it says at the end. */
export type Step = { call: string; values: Record<string, unknown> } | { say: string };

export interface ScriptedModel {
	url: string;
	/** What the tools answered, in order. */
	answers: string[];
	/** The tools that the agent offered. */
	offered: string[];
	close(): void;
}

interface Asked {
	stream?: boolean;
	tools?: Array<{ function: { name: string } }>;
	messages: Array<{ role: string; content: string | Array<{ text: string }> }>;
}

/** @param next The step after so many answers of tools. */
export async function startModel(next: (answers: string[]) => Step): Promise<ScriptedModel> {
	const model = { answers: [] as string[], offered: [] as string[] };
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const asked = JSON.parse(Buffer.concat(parts).toString()) as Asked;
			model.offered = (asked.tools ?? []).map((tool) => tool.function.name);
			model.answers = asked.messages
				.filter(({ role }) => role === 'tool')
				.map(({ content }) =>
					typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
				);
			const message = messageOf(next(model.answers), model.answers.length);
			const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
			const common = { id: 'one', created: 0, model: 'scripted' };
			if (!asked.stream) {
				const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
				const choices = [{ index: 0, message, finish_reason }];
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
				return;
			}
			const choices = [{ index: 0, delta: message, finish_reason }];
			const chunk = JSON.stringify({ ...common, object: 'chat.completion.chunk', choices });
			response.setHeader('content-type', 'text/event-stream');
			response.end(`data: ${chunk}\n\ndata: [DONE]\n\n`);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return Object.assign(model, {
		url: `http://127.0.0.1:${port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	});
}

function messageOf(step: Step, place: number) {
	if ('say' in step) return { role: 'assistant', content: step.say };
	const { call: name, values } = step;
	const called = { name, arguments: JSON.stringify(values) };
	const tool_calls = [{ index: 0, id: `call_${place}`, type: 'function', function: called }];
	return { role: 'assistant', content: null, tool_calls };
}
