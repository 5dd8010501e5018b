import { after, before, describe } from 'node:test';

import { API_TOKEN, PROFILE_ID } from '../../../tools/sandbox/identities.mts';
import { openEditor, type Editor } from '../sign-in/support/browser.mts';
import { Workbench } from './workbench.mts';
import { LINE, openStage, type Stage } from '../support/stage.mts';

/** Pictures of the older line stand beside those of the other. */
export const pictureOf = (stage: Stage, name: string): string =>
	stage.rest.line === '1' ? `${name}-1.123` : name;

export interface Scene {
	stage: Stage;
	bench: Workbench;
}

/**
 * Tests of what the editor shows, in an n8n of their own: of several credentials the editor chooses by itself, and
 * those of other tests lead elsewhere. An empty one has none at all, as after n8n's first start.
 */
export function withEditor(
	title: string,
	tests: (scene: () => Scene) => void,
	{ lines = '12', isEmpty = false } = {},
): void {
	describe(title, { skip: !lines.includes(LINE) && `the editor of ${lines}.x` }, () => {
		let stage: Stage;
		let editor: Editor;
		let bench: Workbench;
		before(async () => {
			stage = await openStage({ ownN8n: true });
			// The only one that fits, so that the editor chooses it by itself.
			for (const { id } of await stage.rest.call('GET', '/credentials'))
				await stage.rest.deleteCredential(id);
			const data = {
				baseUrl: stage.sandbox.url,
				apiToken: API_TOKEN,
				companyProfileId: PROFILE_ID,
			};
			if (!isEmpty) await stage.rest.createCredential('salesCrmApi', 'Sales CRM account', data);
			editor = await openEditor(stage.n8n.url);
			await editor.page.setViewportSize({ width: 1500, height: 1000 });
			bench = new Workbench(editor.page, stage.n8n.url);
		});
		after(async () => {
			await editor?.close();
			await stage?.close();
		});
		tests(() => ({ stage, bench }));
	});
}
