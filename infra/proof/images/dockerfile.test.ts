import { globSync } from 'node:fs';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { isInProject, readProjectFile } from '#manifests/project-files.ts';

const text = readProjectFile('infra/docker/Dockerfile').replaceAll(/^\s*#.*\n/gm, '');
const [beforeInstall = ''] = text.split('\nRUN npm ci\n');
const [, service = ''] = text.split(/^FROM .* AS service$/m);

/** What a pattern finds on the lines of the Dockerfile. */
const find = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

it('names one version of each image, and only stages that are there', () => {
  expect(find(/^ARG \w+_IMAGE=(.*)$/gm)).toEqual([
    expect.stringMatching(/^node:\d+\.\d+\.\d+-[\w-]+$/),
    expect.stringMatching(/^postgres:\d+\.\d+-\w+$/),
  ]);
  const known = ['$' + '{NODE_IMAGE}', '$' + '{POSTGRES_IMAGE}', ...find(/^FROM \S+ AS (\S+)$/gm)];
  expect(known).toEqual(expect.arrayContaining([...find(/^FROM (\S+)/gm), ...find(/--from=(\S+)/g)]));
});

it('copies and runs what is there', () => {
  const copied = find(/^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '));
  const programs = find(/^RUN node (\S+)/gm);
  expect(programs).toHaveLength(2);
  expect([...copied, ...programs].filter((path) => !isInProject(path))).toEqual([]);
});

it('has the package.json of every workspace when npm installs, which refuses otherwise', () => {
  const { workspaces } = JSON.parse(readProjectFile('package.json')) as { workspaces: string[] };
  const patterns = workspaces.map((folder) => `${folder}/package.json`);
  const needed = globSync(patterns, { cwd: projectRoot });
  expect(needed.filter((path) => !beforeInstall.includes(`COPY ${path} `))).toEqual([]);
});

it('runs a service as a numbered user, with Node as the first process, on collected files alone', () => {
  const lines = service.trim().split('\n');
  expect(lines.filter((line) => /^(USER|ENTRYPOINT|CMD|RUN)\b/.test(line))).toEqual([
    'USER 65532:65532',
    'ENTRYPOINT ["node"]',
    'CMD ["src/main.ts"]',
  ]);
  const copies = lines.filter((line) => line.startsWith('COPY'));
  expect(copies).toHaveLength(3);
  expect(copies.filter((line) => !line.startsWith('COPY --from=collected '))).toEqual([]);
});
