import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  buildClientScript,
  type ClientScript,
  fileOfVersion,
  readVersions,
  versionsFile,
} from '@inlet/local/client-script';
import { projectRoot } from '@inlet/local/config';
import { type NpmPackage, npmPackages } from '@inlet/local/npm-packages';
import { pagesOfVersion } from '@inlet/local/script-tags';
import { compareVersions, currentVersion, wellFormed } from '#release/new-version.ts';
import { packageFiles, withPackageVersion } from '#release/numbered-files.ts';

const names = npmPackages.map(({ name }) => name.replace('@inlet/', ''));
const usage = `Usage: npm run release-package -- ${names.join('|')} 1.2.3 [--replace]
  --replace    writes the script of this version again, which no page has loaded yet`;

/** Gives a package of npm a version. The script for pages is the client's: its bytes are kept with each version. */
export async function releasePackage(args: readonly string[], root = projectRoot): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [short, version = '', ...rest] = positionals;
  const chosen = npmPackages.find(({ name }) => name === `@inlet/${short}`);
  if (!chosen || rest.length > 0) throw new Error(usage);
  await writeVersion(root, chosen, version);
  if (chosen.name === '@inlet/client') await recordScript(root, values.replace);
  console.log(`${chosen.name} is ${version}. Then, by hand:
  npm test
  git commit --all --message "chore(release): ${chosen.name} ${version}"
  npm publish -w ${chosen.folder}`);
  return 0;
}

async function writeVersion(root: string, { name, folder }: NpmPackage, version: string): Promise<void> {
  const current = currentVersion(join(root, folder));
  if (!wellFormed.test(version))
    throw new Error(`${version || 'Nothing'} is no version: write it as 1.2.3 or 1.2.3-rc.1`);
  if (compareVersions(version, current) < 0) throw new Error(`${version} is older than ${current}`);
  for (const [path, text] of packageFiles(root)) {
    const changed = withPackageVersion(text, name, version);
    if (changed !== text) await writeFile(join(root, path), changed);
  }
}

async function recordScript(root: string, mayReplace: boolean): Promise<void> {
  const [versions, built] = await Promise.all([readVersions(root), buildClientScript(root)]);
  const { version, code, integrity } = built;
  const recorded = versions[version];
  if (recorded !== undefined && recorded !== integrity && !mayReplace) throw new Error(refusal(built));
  const path = join(root, fileOfVersion(version));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, code);
  await writeFile(join(root, versionsFile), `${JSON.stringify({ ...versions, [version]: integrity }, null, 2)}\n`);
  for (const [page, text] of await pagesOfVersion(root, version, integrity)) await writeFile(join(root, page), text);
  console.log(`${fileOfVersion(version)} has the integrity ${integrity}`);
}

function refusal({ version }: ClientScript): string {
  return `The script of ${version} is recorded with other bytes, and pages that load it would refuse these.
Give the new one a new version, or add --replace if no page has loaded ${version} yet.`;
}
