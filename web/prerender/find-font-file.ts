import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The address of the font that the pages are set in; loaded with the page, it is there before the first paint. */
export async function findFontFile(outDir: string): Promise<string> {
  const names = await readdir(join(outDir, 'assets'));
  const name = names.find((candidate) => candidate.startsWith('inter-latin-wght-normal-'));
  if (!name) throw new Error('The build has no font file for Latin letters');
  return `/assets/${name}`;
}
