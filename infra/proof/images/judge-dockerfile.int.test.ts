import { expect, it } from 'vitest';
import { judgeDockerfile } from '#images/judge-dockerfile.ts';
import { readProjectFile } from '#manifests/project-files.ts';

const text = readProjectFile('infra/docker/Dockerfile');

it('is built from what is there, and runs as it should', () => {
  expect([...judgeDockerfile(text)]).toEqual([]);
});

const faults: readonly (readonly [says: string, before: string | RegExp, after: string])[] = [
  ['node:latest does not name one version', 'node:24.21.0-bookworm-slim', 'node:latest'],
  ['libs/queue/package.json is not there when npm installs', 'COPY libs/queue/package.json libs/queue/\n', ''],
  ['COPY libs/queues/package.json, which is not there', 'COPY libs/queue/', 'COPY libs/queues/'],
  ['RUN node infra/docker/gather.ts, which is not there', 'infra/ops/image/collect.ts', 'infra/docker/gather.ts'],
  ['There is no stage collection', '--from=collected', '--from=collection'],
  ['The image takes . /app along', 'COPY --from=collected /collected /app', 'COPY . /app'],
  ['The service runs as root, or as a user without a number', /USER 65532:65532\n# Node/, 'USER node\n# Node'],
  ['Node is not the first process', /ENTRYPOINT \["node"\]\nCMD/, 'ENTRYPOINT ["npm", "run"]\nCMD'],
  ['The service does not begin with its own program', 'CMD ["src/main.ts"]', 'CMD src/main.ts'],
  ['The image that runs is built upon', 'ENV NODE_ENV=production', 'RUN npm install -g pm2'],
];

it.each(faults)('finds a planted fault: %s', (says, before, after) => {
  const changed = text.replace(before, after);
  expect(changed).not.toBe(text);
  expect([...judgeDockerfile(changed)]).toContain(says);
});
