import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { beforeEach, expect, it } from 'vitest';
import { buildClientScript, fileOfVersion, judgeVersions, versionsFile } from '#build/packages/client-script.ts';
import { projectRoot } from '#config/config.ts';
import { runNode } from '#processes/run-program.ts';

const manifest = {
  name: '@inlet/client',
  version: '1.2.3',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  imports: { '#*': './src/*' },
  exports: { '.': { types: './dist/client.d.ts', default: './dist/client.js' } },
  files: ['dist'],
  scripts: { prepack: 'build-packages' },
  publishConfig: { 'ignore-scripts': false },
};

let root: string;

async function write(files: Readonly<Record<string, string | object>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const record = async () => {
  const { version, code, integrity } = await buildClientScript(root);
  await write({ [fileOfVersion(version)]: code, [versionsFile]: { '1.2.2': integrity, [version]: integrity } });
  await write({ [fileOfVersion('1.2.2')]: code });
};
const check = async () => {
  const main = join(projectRoot, 'infra/local/check/packages/main.ts');
  const { output } = await runNode([main, root, '@inlet/client'], { isQuiet: true });
  return output.trim().split('\n').filter(Boolean);
};

beforeEach(async () => {
  root = await createDisposableFolder();
  await write({
    LICENSE: 'The licence',
    'package.json': { name: 'inlet', private: true, workspaces: ['libs/*'] },
    'libs/client/LICENSE': 'The licence',
    'libs/client/README.md': '# Client',
    'libs/client/package.json': manifest,
    'libs/client/src/client.ts':
      "import { twice } from '#twice.ts';\nexport const send = (count: number) => twice(count);",
    'libs/client/src/twice.ts': 'export const twice = (count: number) => count * 2;',
    'libs/client/src/draft.ts': "export { twice as keepDraft } from '#twice.ts';",
    'libs/client/src/progress.ts': 'export const withProgress = 1;',
    'libs/client/src/script.ts': "import { send } from '#client.ts';\nconsole.log(send(1));",
  });
  await record();
});

it('finds nothing in packages that are ready for npm', async () => {
  expect(await check()).toEqual([]);
  const declarations = await readFile(join(root, 'libs/client/dist/client.d.ts'), 'utf8');
  expect(declarations).toContain('export declare const send: (count: number) => number;');
  // A part of its own has all that it needs.
  expect(await readFile(join(root, 'libs/client/dist/draft.js'), 'utf8')).not.toContain('import');
  expect(await readFile(join(root, 'libs/client/dist/draft.d.ts'), 'utf8')).toContain("from './twice.js'");
});

it('finds each planted fault, and says what to do', async () => {
  await rm(join(root, 'libs/client/README.md'));
  await write({
    'libs/client/package.json': {
      ...manifest,
      ...{ private: true, scripts: {}, dependencies: { '@inlet/contracts': '1.0.0' } },
      exports: { '.': { types: './dist/client.d.cts', default: './dist/client.js' }, './x': './dist/x.js' },
    },
    'libs/client/LICENSE': 'Another licence',
    'libs/client/src/twice.ts': `export const twice = (count: number) => count + '${randomBytes(3_000).toString('base64')}';`,
    [fileOfVersion('1.2.2')]: 'changed()',
  });
  const problems = (await check()).map((problem) => problem.replace(/weighs [\d,]+ bytes/, 'weighs N bytes'));
  expect(problems).toEqual([
    '@inlet/client: LICENSE must be a copy of the one of the project',
    '@inlet/client: README.md is missing',
    '@inlet/client: package.json says that it is private',
    '@inlet/client: package.json needs the script "prepack", and "ignore-scripts": false in "publishConfig"',
    '@inlet/client: @inlet/contracts is bundled, so it belongs to devDependencies',
    '@inlet/client: pkg.exports["."].types is ./dist/client.d.cts but the file does not exist.',
    '@inlet/client: pkg.exports["./x"] is ./dist/x.js but the file does not exist.',
    ...['node16-cjs', 'node16-esm', 'bundler'].map(
      (how) => `@inlet/client: its types: FallbackCondition at . (${how})`,
    ),
    ...['node16-cjs', 'node16-esm', 'bundler'].map((how) => `@inlet/client: its types: NoResolution at ./x (${how})`),
    '@inlet/client weighs N bytes by brotli; it may weigh 2,000',
    'inlet.js weighs N bytes by brotli; it may weigh 2,200',
    'libs/client/versions/inlet-1.2.2.js has changed, so pages refuse it: restore it',
    expect.stringMatching(/^The sources of libs\/client make another script than the recorded 1\.2\.3\. .* --replace$/),
  ]);
});

it('finds versions of the script that are lost or not recorded', async () => {
  expect(await judgeVersions(root)).toEqual([]);
  await rm(join(root, fileOfVersion('1.2.2')));
  await write({ 'libs/client/package.json': { ...manifest, version: '1.3.0' } });
  await write({
    'libs/client/README.md': '<script src="https://a.example/inlet-1.2.2.js"\n  integrity="sha384-old"></script>',
  });
  expect(await judgeVersions(root)).toEqual([
    'libs/client/versions/inlet-1.2.2.js is missing, and pages load it: restore it',
    'libs/client/versions.json lacks 1.3.0, the version of libs/client: npm run release-package -- client 1.3.0',
    'libs/client/README.md has another script tag than that of 1.2.3: npm run release-package -- client 1.2.3',
  ]);
});
