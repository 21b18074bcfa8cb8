import { findCycles, type Graph } from './graph.ts';
import type { Problem, Rule } from './rule.ts';
import type { SourceTree } from './source-tree.ts';

/** Files that import each other in a ring can only be read, tested and loaded together. Type imports count. */
export const cycleRule: Rule = (tree) => [...fileCycles(tree), ...workspaceCycles(tree)];

function fileCycles({ files }: SourceTree): Problem[] {
  const graph: Graph = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap(({ target }) => (target.kind === 'file' ? [target.path] : [])),
    ]),
  );
  return findCycles(graph).map((ring) => problemOf(ring, ring[0] ?? ''));
}

/** Tests are left out: a library's tests may use `libs/testing`, which uses the library. */
function workspaceCycles({ files, workspaces }: SourceTree): Problem[] {
  const roomByName = new Map(workspaces.map(({ name, room }) => [name, room]));
  const roomOfFile = new Map(files.map(({ path, room }) => [path, room]));
  const graph: Graph = new Map(
    workspaces.map(({ room, dependencies }) => {
      const declared = [...dependencies].flatMap((name) => roomByName.get(name) ?? []);
      const imported = files
        .filter((file) => file.room === room && file.kind !== 'test')
        .flatMap(({ imports }) => imports)
        .flatMap(({ target }) => (target.kind === 'file' ? (roomOfFile.get(target.path) ?? []) : []));
      return [room, [...declared, ...imported.filter((other) => other !== room)]];
    }),
  );
  return findCycles(graph).map((ring) => problemOf(ring, `${ring[0]}/package.json`));
}

function problemOf(ring: readonly string[], path: string): Problem {
  return { path, says: `is part of a cycle: ${[...ring, ring[0]].join(' -> ')}` };
}
