import { readFile } from 'node:fs/promises';
import ts from 'typescript';

/** What makes a test or a group of them, by itself or as `it.each(…)`; `it.skip` and `it.todo` show nothing. */
const MAKERS = ['it', 'test', 'describe'];

function makesTests(callee: ts.Node): boolean {
	if (ts.isIdentifier(callee)) return MAKERS.includes(callee.text);
	const each = ts.isCallExpression(callee) ? callee.expression : null;
	return (
		each !== null &&
		ts.isPropertyAccessExpression(each) &&
		each.name.text === 'each' &&
		makesTests(each.expression)
	);
}

/** A title as it stands in the source: `%s` and `${…}` stand for the cases. */
function textOf(title: ts.Expression, file: ts.SourceFile): string | null {
	if (ts.isStringLiteralLike(title)) return title.text;
	return ts.isTemplateExpression(title) ? title.getText(file).slice(1, -1) : null;
}

/** The titles of all tests of a file, and of the groups that hold tests. */
export async function titlesOf(path: string): Promise<string[]> {
	const source = await readFile(path, 'utf8');
	const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
	const found: string[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isCallExpression(node) && makesTests(node.expression)) {
			const title = node.arguments[0] && textOf(node.arguments[0], file);
			if (title) found.push(title);
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}
