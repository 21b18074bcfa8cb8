import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { notesOf } from '#release/changelog.ts';
import { findFiles } from '#release/find-files.ts';
import { type Digests, withImages } from '#release/images.ts';

/** The archives of a release, each with the paths that it contains. */
const archives = {
  compose: ['docker-compose.yml', 'inlet-setup', 'infra/docker/**', 'infra/monitoring/**', 'LICENSE'],
  kubernetes: ['k8s/**', 'infra/monitoring/**', 'infra/docker/redis-cluster/**', 'LICENSE'],
};
/** Files that only a build needs. */
const leftOut = ['infra/docker/Dockerfile'];
/** Files that are also published separately. */
const alone = ['docker-compose.yml', 'inlet-setup'];
export const checksumsFile = 'SHA256SUMS';

export interface Release {
  readonly version: string;
  /** Texts of files that are not written yet, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The registry of the images, as in `registry.example.com/inlet`. */
  readonly registry: string;
  readonly digests: Digests;
  /** The address of this release's files. */
  readonly source: string;
}

/**
 * Writes the published files besides the images to a folder, with their checksums. Equal sources produce equal bytes.
 */
export async function writeReleaseFiles(root: string, folder: string, release: Release): Promise<void> {
  const { version, texts, source } = release;
  const staging = await mkdtemp(join(tmpdir(), 'inlet-release-'));
  try {
    await mkdir(folder, { recursive: true });
    for (const [name, patterns] of Object.entries(archives)) {
      const inside = `inlet-${version}`;
      await stage(root, join(staging, name, inside), patterns, release);
      await pack(join(staging, name), inside, join(folder, `inlet-${name}-${version}.tar.gz`));
    }
    for (const path of findFiles(root, alone)) {
      await copyFile(join(staging, 'compose', `inlet-${version}`, path), join(folder, path));
    }
    const changelog = texts.get('CHANGELOG.md') ?? (await readFile(join(root, 'CHANGELOG.md'), 'utf8'));
    await writeFile(join(folder, 'release-notes.md'), notesOf(changelog, version, source));
    await writeFile(join(folder, checksumsFile), await checksumsOf(folder));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function stage(
  root: string,
  target: string,
  patterns: readonly string[],
  { texts, registry, digests }: Release,
): Promise<void> {
  for (const path of findFiles(root, patterns, leftOut)) {
    const mode = statSync(join(root, path)).mode & 0o100 ? 0o755 : 0o644;
    const text = texts.get(path) ?? (await readFile(join(root, path), 'utf8'));
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), withImages(text, registry, digests), { mode });
  }
}

/** Omits the times and the user names of this machine from the archive. */
async function pack(folder: string, inside: string, file: string): Promise<void> {
  const sameBytes = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  await promisify(execFile)('tar', [...sameBytes, '-I', 'gzip -n', '-cf', file, '-C', folder, inside]);
}

/** One line for each file, in the format of `sha256sum --check`. */
async function checksumsOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name !== checksumsFile).toSorted();
  const lines = names.map(async (name) => {
    const bytes = await readFile(join(folder, name));
    return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
  });
  return (await Promise.all(lines)).join('');
}
