import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { judgeDockerfile, type Project } from '#images/judge-dockerfile.ts';

const readDockerfile = () => readFile(join(projectRoot, 'infra/docker/Dockerfile'), 'utf8');

async function readProject(): Promise<Project> {
  const { workspaces } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  const manifests = globSync(
    workspaces.map((folder: string) => `${folder}/package.json`),
    { cwd: projectRoot },
  );
  return { has: (path) => existsSync(join(projectRoot, path)), workspaces: manifests.map(dirname) };
}

it('is built from what is there, and runs as it should', async () => {
  expect(judgeDockerfile(await readDockerfile(), await readProject())).toEqual([]);
});

const faults: readonly (readonly [before: string | RegExp, after: string, says: string])[] = [
  ['node:24.21.0-bookworm-slim', 'node:latest', 'node:latest does not name one version'],
  ['COPY libs/queue/package.json libs/queue/\n', '', 'libs/queue/package.json is not there when npm installs'],
  [
    'COPY libs/queue/package.json',
    'COPY libs/queues/package.json',
    'COPY libs/queues/package.json, which is not there',
  ],
  ['infra/ops/image/collect.ts', 'infra/docker/gather.ts', 'RUN node infra/docker/gather.ts, which is not there'],
  ['--from=collected', '--from=collection', 'There is no stage collection'],
  ['COPY --from=collected /collected /app', 'COPY . /app', 'The image takes . /app along'],
  [/USER 65532:65532\n# Node/, 'USER node\n# Node', 'The service runs as root, or as a user without a number'],
  [/ENTRYPOINT \["node"\]\nCMD/, 'ENTRYPOINT ["npm", "run"]\nCMD', 'Node is not the first process'],
  ['CMD ["src/main.ts"]', 'CMD src/main.ts', 'The service does not begin with its own program'],
  ['ENV NODE_ENV=production', 'RUN npm install -g pm2', 'The image that runs is built upon'],
];

it.each(faults.map(([before, after, says]) => ({ before, after, says })))(
  'finds a planted fault: $says',
  async ({ before, after, says }) => {
    const text = await readDockerfile();
    const changed = text.replace(before, after);
    expect(changed).not.toBe(text);
    expect(judgeDockerfile(changed, await readProject())).toContain(says);
  },
);
