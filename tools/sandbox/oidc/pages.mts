const escaped = (text: string) =>
	text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A plain page: a title, lines of text, and a form if there is something to do. */
export function page(title: string, lines: string[], form = ''): string {
	const text = lines.map((line) => `<p>${escaped(line)}</p>`).join('\n');
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Sales CRM sandbox</title>
<style>
	body { font: 16px/1.5 system-ui, sans-serif; background: #f3f5f8; color: #1c2733; }
	main { max-width: 22rem; margin: 12vh auto; padding: 2rem; background: #fff; border-radius: 12px; }
	h1 { font-size: 1.3rem; margin-top: 0; }
	label, input, button { display: block; width: 100%; box-sizing: border-box; font: inherit; }
	input { margin: 0.2rem 0 1rem; padding: 0.5rem; border: 1px solid #c3ccd6; border-radius: 6px; }
	button { margin-top: 0.6rem; padding: 0.6rem; border: 0; border-radius: 6px; background: #1f6feb; color: #fff; }
	button.quiet { background: #e4e9ef; color: #1c2733; }
</style>
<main>
<h1>${escaped(title)}</h1>
${text}
${form}
</main>
</html>
`;
}

export const signInPage = (complaint = '') =>
	page(
		'Sign in to the Sales CRM sandbox',
		complaint ? [complaint] : [],
		`<form method="post">
	<label for="email">E-mail</label>
	<input id="email" name="email" type="email" autocomplete="username" required autofocus>
	<label for="password">Password</label>
	<input id="password" name="password" type="password" autocomplete="current-password" required>
	<button type="submit" name="action" value="sign-in">Sign in</button>
</form>`,
	);

export const consentPage = (client: string, scopes: string[]) =>
	page(
		`Let ${client} in?`,
		[
			`${client} wants to work in the Sales CRM sandbox on your behalf.`,
			...(scopes.length ? [`Asked for: ${scopes.join(', ')}`] : []),
		],
		`<form method="post">
	<button type="submit" name="action" value="allow">Allow</button>
	<button type="submit" name="action" value="deny" class="quiet">Deny</button>
</form>`,
	);
