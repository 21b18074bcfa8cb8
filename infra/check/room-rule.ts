import type { Problem, Rule } from './rule.ts';
import type { ResolvedImport, SourceFile, SourceTree } from './source-tree.ts';

/** Which rooms each room may import. What a room gives to tests stands apart, in `libs/testing`. */
const arrows: readonly { readonly from: RegExp; readonly to: RegExp }[] = [
  { from: /^web$/, to: /^libs\/contracts$/ },
  { from: /^services\//, to: /^libs\// },
  { from: /^libs\/testing$/, to: /^libs\// },
  { from: /^libs\/(?:queue|db)$/, to: /^libs\/(?:service|contracts)$/ },
  { from: /^libs\/service$/, to: /^libs\/contracts$/ },
  { from: /^infra$/, to: /^libs\// },
];

/** Imports between rooms follow the arrows of docs/architecture.md. */
export const roomRule: Rule = (tree) =>
  tree.files.flatMap((file) => [
    ...file.imports.flatMap((found) => judgeRoom(file, found, tree)),
    ...file.imports.flatMap((found) => judgePackage(file, found)),
  ]);

function judgeRoom(file: SourceFile, { target, line, specifier }: ResolvedImport, tree: SourceTree): Problem[] {
  const to = roomOfTarget(target, tree);
  if (to === null || to === file.room || isAllowed(file, to)) return [];
  const says = `imports ${specifier}; ${file.room || 'the root'} may not use ${to || 'the root'}`;
  if (to !== 'libs/testing') return [{ path: file.path, line, says }];
  return [{ path: file.path, line, says: `${says}, which is for tests and infra` }];
}

function isAllowed({ room, kind }: SourceFile, to: string): boolean {
  if (to === 'libs/testing') return room === 'infra' || (kind === 'test' && room !== 'web');
  return arrows.some((arrow) => arrow.from.test(room) && arrow.to.test(to));
}

function roomOfTarget(target: ResolvedImport['target'], { files, workspaces }: SourceTree): string | null {
  if (target.kind === 'unlisted') return target.room;
  if (target.kind !== 'file') return null;
  const known = files.find(({ path }) => path === target.path)?.room;
  return known ?? workspaces.find(({ room }) => room !== '' && target.path.startsWith(`${room}/`))?.room ?? '';
}

/** The contracts run in browsers too, so zod is all they stand on. */
function judgePackage({ path, room, kind }: SourceFile, { target, line, specifier }: ResolvedImport): Problem[] {
  if (room !== 'libs/contracts' || kind !== 'source') return [];
  const isAllowedHere = target.kind === 'package' ? target.name === 'zod' : target.kind !== 'builtin';
  return isAllowedHere ? [] : [{ path, line, says: `imports ${specifier}; libs/contracts uses nothing but zod` }];
}
