/** What a release is made of. `tag` is undefined where none is being published. */
export interface Candidate {
	manifest: {
		version: string;
		author?: { name?: string; email?: string };
		homepage?: string;
		repository?: { url?: string };
	};
	changelog: string;
	readme: string;
	/** The source of the node Sales CRM. */
	node: string;
	icon: string;
	tag: string | undefined;
}

/** Hosts that stand for a publisher who is not known yet (RFC 2606). */
const NOBODY = /\bexample\.(com|net|org)\b/;

/** What stands in for the service's own name and logo, and what its documentation is called in the README. */
const STAND_IN_NAME = /displayName: 'Sales CRM'/;
const STAND_IN_ICON = /<!-- A stand-in/;
const API_DOCUMENTATION = /\[[^\]]*API documentation[^\]]*\]\(https:\/\/(?!.*\bexample\.)/i;

/** Every reason, in words, why this must not be published; none when it may. */
export function reasonsAgainst(candidate: Candidate): string[] {
	const { manifest, changelog, readme, node, icon, tag } = candidate;
	const { version, author, homepage, repository } = manifest;
	const reasons: string[] = [];
	if (tag !== version) {
		reasons.push(`The tag is ${tag ?? 'missing'}, the version in package.json is ${version}.`);
	}
	const publisher = { author: author?.email, homepage, repository: repository?.url };
	for (const [field, value] of Object.entries(publisher)) {
		if (!value || NOBODY.test(value)) {
			reasons.push(`"${field}" in package.json does not name the publisher yet.`);
		}
	}
	// npm's provenance, and n8n's scanner, know this host only.
	if (repository?.url && !/^git\+https:\/\/github\.com\//.test(repository.url)) {
		reasons.push('"repository" in package.json has to begin with git+https://github.com/.');
	}
	// n8n's reviewers ask for one service, by its name, with its logo and its documentation.
	if (STAND_IN_NAME.test(node)) {
		reasons.push('The nodes still say "Sales CRM" in place of the name of the service.');
	}
	if (STAND_IN_ICON.test(icon)) {
		reasons.push("icons/ still holds a stand-in for the service's logo.");
	}
	if (!API_DOCUMENTATION.test(readme)) {
		reasons.push('README.md has no link "API documentation" to that of the service.');
	}
	const sections = sectionsOf(changelog);
	if (!sections.get(version)) reasons.push(`CHANGELOG.md says nothing about ${version}.`);
	if (sections.get('Unreleased')) {
		reasons.push('CHANGELOG.md still has entries under "Unreleased": move them to the version.');
	}
	return reasons;
}

/** The text below each heading `## [name]`, by name. */
function sectionsOf(changelog: string): Map<string, string> {
	const [, ...parts] = changelog.split(/^## \[/m);
	return new Map(
		parts.map((part) => {
			const [name, ...text] = part.split(/\].*\n?/);
			return [name!, text.join('').trim()];
		}),
	);
}
