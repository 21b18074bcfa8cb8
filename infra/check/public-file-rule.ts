import { join } from 'node:path/posix';
import type { Problem, Rule } from './rule.ts';
import type { SourceTree } from './source-tree.ts';
import type { Workspace } from './workspaces.ts';

/** A package says file by file what others may use, and others use nothing else. */
export const publicFileRule: Rule = (tree) => [
  ...tree.workspaces.flatMap((workspace) => judgeList(workspace, tree)),
  ...tree.files.flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => target.kind === 'unlisted')
      .map(({ specifier, line }) => ({ path, line, says: `imports ${specifier}, which its package does not export` })),
  ),
];

function judgeList({ room, exports }: Workspace, { paths }: SourceTree): Problem[] {
  const path = join(room, 'package.json');
  return Object.entries(exports).flatMap(([key, value]) => {
    if (key.includes('*')) return [{ path, says: `exports the pattern ${key}; list each public file` }];
    const target = join(room, value);
    const isThere = paths.has(target) || target.split('/').includes('generated');
    return isThere ? [] : [{ path, says: `exports ${key} as ${value}, which is no file` }];
  });
}
