import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const folder = 'docs/runbooks';
/** The first page has the form of each command in compose, in Kubernetes and on one machine. */
const legend = 'README.md';
const legendLink = '(README.md#where-to-type-what)';
const pages = new Map(readdirSync(join(projectRoot, folder)).map((name) => [name, read(`${folder}/${name}`)]));
const scripts = Object.keys(JSON.parse(read('package.json')).scripts as object);

/**
 * Returns a sentence for each fault of the runbooks. Another test compares the commands of compose with its file, for
 * all documents.
 */
function judgeRunbooks(all: ReadonlyMap<string, string>): string[] {
  const known = matchesOf(all.get(legend) ?? '', /^\| ([^|]+) \|/gm).join();
  const runbooks = [...all].filter(([name]) => name !== legend);
  return [
    ...runbooks.flatMap(([name, text]) => [
      ...(text.includes(legendLink) ? [] : [`${name} does not lead to the legend`]),
      ...commandsIn(text)
        .filter((command) => !known.includes(`\`${command}`))
        .map((command) => `${name} speaks of ${command}, which the legend does not know`),
    ]),
    ...[...all].flatMap(([name, text]) => [
      ...matchesOf(text, /npm run ([\w-]+)/g)
        .filter(([script = '']) => !scripts.includes(script))
        .map(([script]) => `${name} speaks of npm run ${script}, which there is not`),
      ...matchesOf(text, /deploy\/(\w+) -- node (src\/[\w/-]+\.ts)/g)
        .map(([pod, program]) => `services/${pod}/${program}`)
        .filter((path) => !existsSync(join(projectRoot, path)))
        .map((path) => `${name} runs ${path}, which is not there`),
    ]),
  ];
}

function commandsIn(text: string): string[] {
  const commands = matchesOf(text, /(npm run [\w-]+|\bpsql(?= ")|\bredis-cli(?= ))/g).map(([command = '']) => command);
  return [...new Set(commands)];
}

function matchesOf(text: string, pattern: RegExp): (string | undefined)[][] {
  return [...text.matchAll(pattern)].map(([, ...groups]) => groups);
}

it('knows what to type for every command of a runbook, wherever the product runs', () => {
  expect(judgeRunbooks(pages)).toEqual([]);
});

it.each([
  ['redis-away.md does not lead to the legend', 'redis-away.md', 'README.md#where', 'NOTES.md#where'],
  ['redis-away.md speaks of redis-cli, which the legend does not know', legend, '| `redis-cli -u', '| `redis -u'],
  ['dead-submissions.md speaks of npm run repeat, which there', 'dead-submissions.md', 'run replay', 'run repeat'],
  [
    'worker/src/commands/invite.ts, which',
    legend,
    'deploy/account -- node src/commands/invite.ts',
    'deploy/worker -- node src/commands/invite.ts',
  ],
])('finds a planted fault: %s', (says, name, before, after) => {
  const text = pages.get(name) ?? '';
  const changed = text.replace(before, after);
  expect(changed).not.toBe(text);
  expect(judgeRunbooks(new Map(pages).set(name, changed)).join('\n')).toContain(says);
});
