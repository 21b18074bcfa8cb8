/** A section of the changelog: its version or "Unreleased", and its date or "unreleased". */
const heading = /^## \[([^\]\n]+)\](?: - (\S+))?$/m;
const date = /^\d{4}-\d{2}-\d{2}$/;

/** The changelog with the newest section dated as a release. It throws if that section already has a date. */
export function datedChangelog(text: string, version: string, today: string): string {
  const [line, name, when] = heading.exec(text) ?? [];
  if (line === undefined) throw new Error('CHANGELOG.md has no section');
  if (name !== 'Unreleased' && when !== 'unreleased') {
    throw new Error(`CHANGELOG.md has nothing unreleased: its newest section is ${line.slice('## '.length)}`);
  }
  return text.replace(line, () => `## [${version}] - ${today}`);
}

/** The newest numbered version, which may have no date yet. */
export function newestVersion(text: string): string | undefined {
  const sections = [...text.matchAll(new RegExp(heading, 'gm'))];
  return sections.map(([, name]) => name).find((name) => name !== 'Unreleased');
}

/** The text of a release's section, with links to the files of its source that work from anywhere. */
export function notesOf(text: string, version: string, source: string): string {
  const [, ...sections] = text.split(/^(?=## \[)/m);
  for (const section of sections) {
    const [line = '', name, when = ''] = heading.exec(section) ?? [];
    if (name !== version) continue;
    if (!date.test(when)) break;
    return `${section.slice(line.length).trim()}\n`.replaceAll(/\]\((?!https?:|#)/g, () => `](${source}/`);
  }
  throw new Error(`CHANGELOG.md has no dated section for ${version}`);
}
