import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import type { LockFile } from '#image/production-closure.ts';
import { listPackages, writeSbom } from '#sbom/write-sbom.ts';

const services = ['account', 'gateway', 'ingest', 'worker'];

/**
 * Writes the services' dependencies as CycloneDX, and prints their licences: `npm run sbom -- FILE`. It only reads the
 * lock file, so it needs no network.
 */
export async function sbom([file = 'inlet.cdx.json']: readonly string[]): Promise<number> {
  const read = async (name: string) => JSON.parse(await readFile(join(projectRoot, name), 'utf8'));
  const lock = (await read('package-lock.json')) as LockFile;
  const packages = listPackages(lock, services);
  const { version } = (await read('package.json')) as { version: string };
  await writeFile(file, `${JSON.stringify(writeSbom(packages, version), null, 2)}\n`);
  const byLicense = Map.groupBy(packages, ({ license }) => license ?? 'none given');
  for (const [license, of] of [...byLicense].toSorted(([, a], [, b]) => b.length - a.length)) {
    const names = [...new Set(of.map(({ name }) => name))];
    console.log(`${String(of.length).padStart(4)} ${license}${names.length <= 5 ? `: ${names.join(', ')}` : ''}`);
  }
  console.log(`${packages.length} packages, written to ${file}`);
  return 0;
}
