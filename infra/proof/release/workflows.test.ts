import { globSync } from 'node:fs';
import { projectRoot } from '@inlet/local/config';
import { images } from '@inlet/ops/release/images';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseComposeFile } from '#images/compose-file.ts';
import { isInProject, readProjectFile } from '#manifests/project-files.ts';
import { judgeWorkflow } from '#release/judge-workflow.ts';
import { syntaxErrors } from '#release/workflow-parser.test-setup.ts';

const paths = globSync('.github/workflows/*', { cwd: projectRoot });
const release = readProjectFile('.github/workflows/release.yml');
const expression = '$' + '{{';

it.each(paths)('%s is a workflow, of commands and files that are there, with few rights', async (path) => {
  const text = readProjectFile(path);
  expect(await syntaxErrors(text)).toEqual([]);
  expect([...judgeWorkflow(text)]).toEqual([]);
});

it.each([
  ['a field that no job has', 'timeout-minutes: 60', 'timeout: 60', "Unexpected value 'timeout'"],
  ['a job that is not there', 'needs: sign', 'needs: signed', "depends on unknown job 'signed'"],
  [
    'a context that is not there',
    'secrets.REGISTRY_USER',
    'secret.REGISTRY_USER',
    "Unrecognized named-value: 'secret'",
  ],
])('finds in a workflow %s', async (_what, before, after, reason) => {
  expect((await syntaxErrors(release.replace(before, after))).join('\n')).toContain(reason);
});

it.each([
  ['has the rights of the workflow', 'permissions: {}', 'permissions: { contents: read }'],
  ['names no commit', /cosign-installer@\w+ # v[\d.]+/, 'cosign-installer@v4'],
  ['check has the rights {contents:write}', '{ contents: read }', '{ contents: write }'],
  ['sign has the rights', 'permissions: { packages: write, id', 'permissions: { contents: read, packages: write, id'],
  ['check may run for six hours', '    timeout-minutes: 15\n', ''],
  ['test uses ./.github/workflows/tests.yml, which is not there', 'workflows/test.yml', 'workflows/tests.yml'],
  ['check runs in node:22-bookworm', /node:\d\S+/, 'node:22-bookworm'],
  ['build is for account,worker,ingest,gateway, and', ', gateway, tools]', ', gateway]'],
  ['build is for linux/amd64, and', ', linux/arm64]', ']'],
  ['publish runs the code, and may write to it', /download-artifact(?=@.*\n.*name: published, path)/, 'checkout'],
  ['check runs npm run releases', 'npm run release', 'npm run releases'],
  ['publish puts an expression into a script', '"$KIND"', `${expression} github.ref_name }}`],
  ['build takes Dockerfile', 'infra/docker/Dockerfile', 'Dockerfile'],
  ['check keeps the token', '        with: { persist-credentials: false }\n', ''],
])('finds a planted fault: %s', (says, before, after) => {
  const changed = release.replace(before, () => after);
  expect(changed).not.toBe(release);
  expect([...judgeWorkflow(changed)].join('\n')).toContain(says);
});

it('builds every image that compose and the manifests name', () => {
  const { services } = parseComposeFile(readProjectFile('docker-compose.yml'));
  const manifests = globSync('k8s/**/*.yaml', { cwd: projectRoot }).map(readProjectFile).join('\n');
  const used = [...Object.values(services).map(({ image }) => image), ...(manifests.match(/ image: \S+/g) ?? [])];
  const own = used.flatMap((image) => /\/inlet-([\w-]+):/.exec(image)?.[1] ?? []);
  expect([...new Set(own)].toSorted()).toEqual([...images].toSorted());
});

it('asks for updates where there is something to update', () => {
  const { updates } = parse(readProjectFile('.github/dependabot.yml')) as {
    updates: { 'package-ecosystem': string; directory?: string; directories?: string[] }[];
  };
  expect(updates.map((update) => update['package-ecosystem']).toSorted()).toEqual([
    'docker',
    'docker-compose',
    'github-actions',
    'npm',
  ]);
  const folders = updates.flatMap(({ directory, directories = [] }) => [directory ?? [], directories].flat());
  expect(folders.filter((folder) => !isInProject(`.${folder}`))).toEqual([]);
});
