import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from '#build/packages/bundle.ts';
import { pagesOfVersion } from '#build/packages/script-tags.ts';

/** The script for pages without a bundler. A page names a version and the hash of its bytes, which never change. */
export interface ClientScript {
  readonly version: string;
  readonly code: string;
  /** The hash of the code, as a page gives it in the attribute `integrity`. */
  readonly integrity: string;
}

/** The hash of each version, in the order of their releases. Their files stand in the folder `versions` beside it. */
export type ScriptVersions = Readonly<Record<string, string>>;

const home = 'libs/client';
export const versionsFile = `${home}/versions.json`;
export const fileOfVersion = (version: string) => `${home}/versions/inlet-${version}.js`;

export async function buildClientScript(root: string): Promise<ClientScript> {
  const { version } = JSON.parse(await readFile(join(root, home, 'package.json'), 'utf8')) as { version: string };
  const input = join(root, home, 'src/script.ts');
  const { files } = await bundle({
    input,
    platform: 'browser',
    output: { format: 'iife', comments: { annotation: false } },
  });
  const [chunk] = files;
  if (chunk?.type !== 'chunk') throw new Error(`${input} has no code`);
  const code = `/* Inlet ${version}, MIT licence */\n${chunk.code}`;
  return { version, code, integrity: integrityOf(code) };
}

export function integrityOf(code: string): string {
  return `sha384-${createHash('sha384').update(code).digest('base64')}`;
}

export async function readVersions(root: string): Promise<ScriptVersions> {
  return JSON.parse(await readFile(join(root, versionsFile), 'utf8'));
}

/** What differs between the recorded versions, their files and the version that the sources make. */
export async function judgeVersions(root: string): Promise<string[]> {
  const [versions, built] = await Promise.all([readVersions(root), buildClientScript(root)]);
  const damaged = await Promise.all(
    Object.entries(versions).map(async ([version, integrity]) => {
      const path = fileOfVersion(version);
      const code = await readFile(join(root, path), 'utf8').catch(() => null);
      if (code === null) return `${path} is missing, and pages load it: restore it`;
      return integrityOf(code) === integrity ? [] : `${path} has changed, so pages refuse it: restore it`;
    }),
  );
  return [...damaged.flat(), ...judgeBuilt(built, versions), ...(await judgePages(root, versions))];
}

/** Visitors copy the tag from the documentation. */
async function judgePages(root: string, versions: ScriptVersions): Promise<string[]> {
  const [version = '', integrity = ''] = Object.entries(versions).at(-1) ?? [];
  const outdated = await pagesOfVersion(root, version, integrity);
  const remedy = `npm run release-package -- client ${version}`;
  return [...outdated.keys()].map((path) => `${path} has another script tag than that of ${version}: ${remedy}`);
}

function judgeBuilt({ version, integrity }: ClientScript, versions: ScriptVersions): string[] {
  const recorded = versions[version];
  if (recorded === integrity) return [];
  if (recorded === undefined)
    return [`${versionsFile} lacks ${version}, the version of ${home}: npm run release-package -- client ${version}`];
  return [
    `The sources of ${home} make another script than the recorded ${version}. Pages that load ${version} would refuse ` +
      'it. Give the next version a number: npm run release-package -- client VERSION. If no page has this version ' +
      `yet, replace it: npm run release-package -- client ${version} --replace`,
  ];
}
