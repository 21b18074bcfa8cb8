import { basename } from 'node:path/posix';
import type { Rule } from './rule.ts';
import type { SourceFile } from './source-tree.ts';

/** A file that only passes on hides where things live and ties together what does not belong together. */
export const barrelRule: Rule = ({ files }) =>
  files
    .filter(isBarrel)
    .map(({ path }) => ({ path, says: 'only passes on what other files export; import from those files instead' }));

function isBarrel({ path, exports }: SourceFile): boolean {
  const passedOn = exports.filter(({ kind }) => kind === 'again').length;
  const isIndex = /^index\.[a-z]+$/.test(basename(path));
  return passedOn > 0 && (isIndex || passedOn === exports.length);
}
