import { hashNameOf, isRelative, packageOf } from './resolve-import.ts';
import type { Problem, Rule } from './rule.ts';
import type { ResolvedImport, SourceFile, SourceTree } from './source-tree.ts';

/** Every import reads the same from everywhere: `#` inside a package, the package's name from outside. */
export const importPathRule: Rule = (tree) =>
  tree.files.flatMap((file) =>
    file.imports.flatMap((found) =>
      judge(file, found, tree).map((says): Problem => ({ path: file.path, line: found.line, says })),
    ),
  );

function judge({ path, room }: SourceFile, { specifier, target }: ResolvedImport, tree: SourceTree): string[] {
  const workspace = tree.workspaces.find((candidate) => candidate.room === room);
  if (specifier.includes('../')) return [`imports ${specifier}; write # and the path from the package's imports`];
  if (target.kind === 'missing') return [`imports ${specifier}, which leads to no file`];
  if (packageOf(specifier) === workspace?.name) return [`imports its own package as ${specifier}; write #`];
  if (!isRelative(specifier) || target.kind !== 'file' || path.endsWith('.css')) return [];
  const isElsewhere = tree.workspaces.some(
    (other) => other.room.length > room.length && target.path.startsWith(`${other.room}/`),
  );
  if (isElsewhere) return [`imports ${specifier} by its path; use the name of its package`];
  const hashName = workspace ? hashNameOf(target.path, workspace) : null;
  return hashName === null ? [] : [`imports ${specifier}; write ${hashName}`];
}
