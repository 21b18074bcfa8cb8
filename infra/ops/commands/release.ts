import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@inlet/local/config';
import { images, platforms } from '#release/images.ts';
import { checkTag, currentVersion, filesOfVersion } from '#release/new-version.ts';
import { versionsIn } from '#release/numbered-files.ts';
import { checksumsFile, type Release, writeReleaseFiles } from '#release/release-files.ts';

const usage = `Usage:
  npm run release -- 1.2.3 [--dry-run] [--registry REGISTRY]    writes the version into every file
  npm run release -- check v1.2.3                               compares a tag with the files
  npm run release -- files FOLDER --registry REGISTRY --digests FOLDER [--source ADDRESS]
                                                                writes what is published beside the images`;
const digestForm = /^sha256:[0-9a-f]{64}$/;

/** Makes a release: `npm run release -- 1.2.3`. The workflow of the tag calls `check` and `files`. */
export async function release(args: readonly string[], root = projectRoot): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      registry: { type: 'string' },
      digests: { type: 'string' },
      source: { type: 'string', default: '.' },
    },
  });
  const { registry, digests, source } = values;
  const [first, second] = positionals;
  if (first === 'check' && second !== undefined) checkTag(root, second);
  else if (first === 'files' && second !== undefined && registry !== undefined && digests !== undefined) {
    const version = currentVersion(root);
    checkTag(root, `v${version}`);
    const texts = new Map<string, string>();
    await writeReleaseFiles(root, second, { version, texts, registry, digests: readDigests(digests), source });
  } else if (first !== undefined && second === undefined && /^\d/.test(first)) {
    await makeRelease(root, first, { isDry: values['dry-run'], registry, source });
  } else throw new Error(usage);
  return 0;
}

/** One file for each image, which contains its digest. */
function readDigests(folder: string): Record<string, string> {
  const digests = images.map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()] as const);
  for (const [name, digest] of digests) {
    if (!digestForm.test(digest)) throw new Error(`${folder}/${name} has no digest`);
  }
  return Object.fromEntries(digests);
}

interface Options {
  readonly isDry: boolean;
  readonly registry: string | undefined;
  readonly source: string;
}

async function makeRelease(
  root: string,
  version: string,
  { isDry, registry = 'REGISTRY', source }: Options,
): Promise<void> {
  const texts = filesOfVersion(root, version, new Date().toISOString().slice(0, 10));
  console.log(isDry ? `Release ${version}. This is a dry run: nothing is written.` : `Release ${version}`);
  for (const [path, text] of texts) {
    const places = path === 'CHANGELOG.md' ? 1 : versionsIn(path, text).length;
    console.log(`  ${isDry ? 'would write' : 'writes'} ${path} (${places})`);
    if (!isDry) await writeFile(join(root, path), text);
  }
  console.log(`Then, by hand:
  npm test
  git commit --all --message "chore(release): ${version}"
  git tag --sign v${version} --message ${version}
  git push origin HEAD v${version}
The tag starts .github/workflows/release.yml, which runs npm test and pushes:`);
  for (const name of images) {
    console.log(`  ${registry}/inlet-${name}:${version} for ${platforms.join(' and ')}, signed by its digest`);
  }
  console.log(`Then it publishes these files. ${checksumsFile}, which it signs, has the digests of the images in it, so the
checksums will differ from these, which are without digests and for the registry ${registry}:`);
  console.log(await rehearse(root, { version, texts, registry, digests: {}, source }));
}

/** Writes the published files to a temporary folder, and returns their checksums. */
async function rehearse(root: string, release: Release): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-rehearsal-'));
  try {
    await writeReleaseFiles(root, folder, release);
    return (await readFile(join(folder, checksumsFile), 'utf8')).replaceAll(/^/gm, '  ').trimEnd();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
