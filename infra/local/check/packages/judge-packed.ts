import { checkPackage, createPackageFromTarballData, type Package, type Problem } from '@arethetypeswrong/core';
import { type Message, publint } from 'publint';
import { formatMessage } from 'publint/utils';

export interface Packed {
  readonly name: string;
  readonly tarball: Uint8Array;
}

/** What is meant to be so. */
const accepted: ReadonlySet<Problem['kind'] | Message['code']> = new Set([
  // Node 20.19 and every bundler require a module of this kind as well.
  'CJSResolvesToESM',
  // Only our sources import by `#`, and the built files have none of these imports.
  'IMPORTS_GLOB_NO_MATCHED_FILES',
]);

interface Manifest {
  readonly private?: boolean;
  readonly scripts?: { readonly prepack?: string };
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** What is wrong with a packed package, by publint, by "Are the types wrong?" and by our own rules. */
export async function judgePacked({ name, tarball }: Packed, license: string): Promise<string[]> {
  const contents = createPackageFromTarballData(tarball);
  const [linted, types] = await Promise.all([lint(tarball), checkTypes(contents)]);
  return [...judgeContents(name, contents, license), ...linted, ...types].map((problem) => `${name}: ${problem}`);
}

function judgeContents(name: string, contents: Package, license: string): string[] {
  const read = (file: string) => contents.tryReadFile(`/node_modules/${name}/${file}`);
  const manifest: Manifest = JSON.parse(read('package.json') ?? '{}');
  const { private: isPrivate = false, dependencies = {}, scripts, publishConfig } = manifest;
  // The project's own settings of npm run no scripts, and `npm publish` would publish an old build, or none.
  const isBuilt = scripts?.prepack?.includes('build-packages') && publishConfig?.['ignore-scripts'] === false;
  const ours = Object.keys(dependencies).filter((other) => other.startsWith('@inlet/'));
  return [
    ...(read('LICENSE') === license ? [] : ['LICENSE must be a copy of the one of the project']),
    ...(read('README.md') === undefined ? ['README.md is missing'] : []),
    ...(isPrivate ? ['package.json says that it is private'] : []),
    ...(isBuilt ? [] : ['package.json needs the script "prepack", and "ignore-scripts": false in "publishConfig"']),
    ...ours.map((other) => `${other} is bundled, so it belongs to devDependencies`),
  ];
}

async function lint(tarball: Uint8Array): Promise<string[]> {
  const { messages, pkg } = await publint({
    pkgDir: 'package',
    strict: true,
    pack: { tarball: Uint8Array.from(tarball).buffer },
  });
  return messages
    .filter(({ code }) => !accepted.has(code))
    .map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

async function checkTypes(contents: Package): Promise<string[]> {
  const checked = await checkPackage(contents);
  if (checked.types === false) return [];
  return checked.problems.filter((problem) => !accepted.has(problem.kind) && !isForOldResolution(problem)).map(wordsOf);
}

/** The resolution of Node 10 knows no exports; no supported compiler has it. */
function isForOldResolution(problem: Problem): boolean {
  return 'resolutionKind' in problem && problem.resolutionKind === 'node10';
}

function wordsOf(problem: Problem): string {
  if ('entrypoint' in problem) return `its types: ${problem.kind} at ${problem.entrypoint} (${problem.resolutionKind})`;
  return `its types: ${problem.kind} in ${'typesFileName' in problem ? problem.typesFileName : problem.fileName}`;
}
