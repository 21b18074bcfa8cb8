import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the documentation shows the script tag with a version and its hash, ready to copy. */
const pages = ['web/src/features/docs/pages/*.mdx', 'libs/*/README.md'];
// safe because: it reads our own documentation
const tag = /(\/inlet-)[\w.-]+(\.js"\s+integrity=")[^"]+/g;

/** The pages whose tag is not that of this version, by path, with their new text. */
export async function pagesOfVersion(root: string, version: string, integrity: string): Promise<Map<string, string>> {
  const changed = new Map<string, string>();
  for (const path of globSync(pages, { cwd: root })) {
    const text = await readFile(join(root, path), 'utf8');
    const wanted = text.replaceAll(tag, (_, before: string, between: string) => before + version + between + integrity);
    if (wanted !== text) changed.set(path, wanted);
  }
  return changed;
}
