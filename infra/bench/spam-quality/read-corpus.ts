import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export interface Mail {
  readonly isSpam: boolean;
  /** Its subject and its text, as a form would have sent them. */
  readonly texts: readonly string[];
}

/** Reads every mail once, in the order of the names of the files. */
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

/** The other headers say too much: who relayed it, and what other filters thought of it. */
async function readMail(bytes: Buffer): Promise<string[]> {
  const { subject = '', text, html = '' } = await PostalMime.parse(bytes);
  return [subject, text ?? html.replace(/<[^>]*>/g, ' ')];
}
