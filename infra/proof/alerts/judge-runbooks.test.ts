import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { judgeRunbooks } from '#alerts/judge-runbooks.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const folder = 'docs/runbooks';
const legend = read(`${folder}/README.md`);
const names = readdirSync(join(projectRoot, folder)).filter((name) => name !== 'README.md');
const runbooks = new Map(names.map((name) => [name, read(`${folder}/${name}`)]));
const surroundings = {
  has: (path: string) => existsSync(join(projectRoot, path)),
  scripts: new Set(Object.keys(JSON.parse(read('package.json')).scripts as object)),
};

it('knows what to type for every command of a runbook, wherever the product runs', () => {
  expect(judgeRunbooks(legend, runbooks, surroundings)).toEqual([]);
});

const faults: readonly (readonly [name: string, before: string, after: string, says: string])[] = [
  ['redis-away.md', 'README.md#', 'NOTES.md#', 'redis-away.md does not lead to the legend'],
  ['README.md', '| `redis-cli -u', '| `redis -u', 'redis-away.md speaks of redis-cli, which the legend does not know'],
  [
    'dead-submissions.md',
    'npm run replay',
    'npm run repeat',
    'dead-submissions.md speaks of npm run repeat, which there',
  ],
  [
    'README.md',
    'deploy/account -- node src/invite.ts',
    'deploy/worker -- node src/invite.ts',
    'worker/src/invite.ts, which',
  ],
];

it.each(faults.map(([name, before, after, says]) => ({ name, before, after, says })))(
  'finds a planted fault: $says',
  ({ name, before, after, says }) => {
    const change = (text: string) => text.replace(before, after);
    const text = name === 'README.md' ? legend : (runbooks.get(name) ?? '');
    expect(change(text)).not.toBe(text);
    const changed = new Map(runbooks);
    if (name !== 'README.md') changed.set(name, change(text));
    const complaints = judgeRunbooks(name === 'README.md' ? change(legend) : legend, changed, surroundings);
    expect(complaints.join('\n')).toContain(says);
  },
);
