import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { buildPackages } from '#build/packages/build-package.ts';
import { buildClientScript, judgeVersions } from '#build/packages/client-script.ts';
import type { NpmPackage } from '#build/packages/npm-packages.ts';
import { judgePacked } from '#check/packages/judge-packed.ts';

/** The largest size of the script that pages load, in bytes as it is sent. */
const scriptBytesMax = 2_200;

/** The problems of the packages that npm gets, and of the script that pages load. */
export async function checkPackages(root: string, packages: readonly NpmPackage[]): Promise<string[]> {
  const [packed, script] = await Promise.all([checkPacked(root, packages), checkScript(root)]);
  return [...packed, ...script];
}

async function checkScript(root: string): Promise<string[]> {
  const { code } = await buildClientScript(root);
  return [...judgeSize('inlet.js', code, scriptBytesMax), ...(await judgeVersions(root))];
}

/** Builds the packages, packs them as npm does, and looks into them. */
async function checkPacked(root: string, packages: readonly NpmPackage[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-packed-'));
  try {
    const chosen = packages.flatMap(({ folder: place }) => ['-w', place]);
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, ...chosen];
    await buildPackages(root, packages);
    await promisify(execFile)('npm', args, { cwd: root });
    const files = await readdir(folder);
    const license = await readFile(join(root, 'LICENSE'), 'utf8');
    const judged = packages.map(async (one) => {
      const prefix = `${one.name.replace('@', '').replace('/', '-')}-`;
      const tarball = await readFile(join(folder, files.find((file) => file.startsWith(prefix)) ?? prefix));
      return [...(await judgePacked({ name: one.name, tarball }, license)), ...(await judgeOutput(root, one))];
    });
    return (await Promise.all(judged)).flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function judgeOutput(root: string, { name, folder, output, limitBytes }: NpmPackage): Promise<string[]> {
  if (limitBytes === undefined) return [];
  return judgeSize(name, await readFile(join(root, folder, 'dist', output)), limitBytes);
}

export function judgeSize(name: string, content: string | Buffer, limitBytes: number): string[] {
  const bytes = brotliCompressSync(content).byteLength;
  if (bytes <= limitBytes) return [];
  return [
    `${name} weighs ${bytes.toLocaleString('en')} bytes by brotli; it may weigh ${limitBytes.toLocaleString('en')}`,
  ];
}
