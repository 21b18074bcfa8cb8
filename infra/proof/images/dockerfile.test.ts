import { globSync } from 'node:fs';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { isInProject, readProjectFile } from '#manifests/project-files.ts';

const text = readProjectFile('infra/docker/Dockerfile').replaceAll(/^\s*#.*\n/gm, '');
const [beforeInstall = ''] = text.split('\nRUN npm ci\n');
const stages = new Map(
  text.split(/^(?=FROM )/m).map((stage) => [/^FROM \S+ AS (\S+)$/m.exec(stage)?.[1] ?? '', stage.trim().split('\n')]),
);
const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };

/** The matches of a pattern on the lines of the Dockerfile. */
const find = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The instructions of a stage that determine the program and its user. */
const running = (stage: string) => stages.get(stage)?.filter((line) => /^(USER|ENTRYPOINT|CMD)\b/.test(line));

it('names one version of each base, and only stages that are there', () => {
  const known = find(/^FROM \S+ AS (\S+)$/gm);
  const used = [...find(/^FROM (\S+)/gm), ...find(/--from=(\S+)/g), ...find(/^ARG SERVICE_BASE=(.*)$/gm)];
  expect(used.filter((name) => !known.includes(name))).toEqual([
    expect.stringMatching(/^node:\d+\.\d+\.\d+-[\w-]+(?:@sha256:[0-9a-f]{64})?$/),
    expect.stringMatching(/^postgres:\d+\.\d+-\w+(?:@sha256:[0-9a-f]{64})?$/),
    '$' + '{SERVICE_BASE}',
  ]);
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
  const lines = stages.get('service') ?? [];
  expect(running('service')).toEqual(['USER 65532:65532', 'ENTRYPOINT ["node"]', 'CMD ["src/main.ts"]']);
  // RUN cannot work in a base image without a shell.
  expect(lines.filter((line) => line.startsWith('RUN'))).toEqual([]);
  const copies = lines.filter((line) => line.startsWith('COPY'));
  expect(copies).toHaveLength(3);
  expect(copies.filter((line) => !line.startsWith('COPY --from=collected '))).toEqual([]);
});

it('runs the tools as the same user, without the packages of developers', () => {
  const lines = stages.get('tools') ?? [];
  expect(running('tools')).toEqual(['USER 65532:65532', 'ENTRYPOINT ["node"]']);
  expect(lines).toContain('COPY --from=pruned /build /build');
  expect(stages.get('pruned')?.join('\n')).toContain('RUN npm prune --omit=dev');
});

it.each(['service', 'tools'])('labels the image of the stage %s with the version', (stage) => {
  const labels = stages.get(stage)?.join('\n') ?? '';
  expect(labels).toContain(`org.opencontainers.image.version="${version}"`);
  for (const label of ['title', 'description', 'licenses']) expect(labels).toContain(`image.${label}="`);
});
