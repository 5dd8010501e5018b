/** What a release is made of. `tag` is undefined where none is being published. */
export interface Candidate {
	manifest: {
		version: string;
		author?: { name?: string; email?: string };
		homepage?: string;
		repository?: { url?: string };
	};
	changelog: string;
	tag: string | undefined;
}

/** Hosts that stand for a publisher who is not known yet (RFC 2606). */
const NOBODY = /\bexample\.(com|net|org)\b/;

/** Every reason, in words, why this must not be published; none when it may. */
export function reasonsAgainst({ manifest, changelog, tag }: Candidate): string[] {
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
