import { globSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { expect, it } from 'vitest';
import { parseComposeFile, variablesIn } from '#images/compose-file.ts';
import { isInProject, readProjectFile } from '#manifests/project-files.ts';

const text = readProjectFile('docker-compose.yml');
const compose = parseComposeFile(text);
const asked = new Set(variablesIn(text).map(({ name }) => name));
const pages = ['README.md', '{docs,web/src/features/docs/pages}/**/*.{md,mdx}'];
const commands = globSync(pages, { cwd: projectRoot }).flatMap(readCommands);

/** The commands of a document, with continued lines joined. */
function readCommands(file: string) {
  const joined = readProjectFile(file).replaceAll(/ *\\\n */g, ' ');
  return [...joined.matchAll(/docker compose [^`\n|]*/g)].map(([line]) => ({ file, line: line.replace(/ +#.*$/, '') }));
}

/** Options with a value, in the documented commands of compose. */
const withValue = new Set(['--env-file', '--profile', '-v', '-e', '--user', '--scale', '--since', '--tail', '-f']);

/** The subcommand of `docker compose`, and its words without options. */
function readWords(line: string): { verb: string; words: string[] } {
  const words = (line.match(/"[^"]*"|\S+/g) ?? []).slice(2);
  const plain = words.filter((word, index) => !word.startsWith('-') && !withValue.has(words[index - 1] ?? ''));
  const [verb = '', ...rest] = plain;
  return { verb, words: rest };
}

/** Placeholder for a service in runbooks. */
const placeholder = 'SERVICE';

it('name services and programs that are there', () => {
  expect(commands.length).toBeGreaterThan(20);
  for (const { file, line } of commands) {
    const { verb, words } = readWords(line);
    expect(
      ['up', 'run', 'exec', 'logs', 'ps', 'restart', 'pull', 'build', 'down', 'stop'],
      `${file}: ${line}`,
    ).toContain(verb);
    const files = [...line.matchAll(/ (?:-f|--env-file) (\S+)/g)].map(([, path = '']) => path);
    expect(
      files.filter((path) => !isInProject(path)),
      `${file}: ${line}`,
    ).toEqual([]);
    const services = ['run', 'exec'].includes(verb) ? words.slice(0, 1) : words;
    for (const service of services.filter((name) => name !== placeholder)) {
      expect(Object.keys(compose.services), `${file}: ${line}`).toContain(service);
    }
    for (const program of words.filter((word) => word.endsWith('.ts'))) {
      const folder = program.startsWith('infra/') ? '' : join('services', words[0] ?? '');
      expect(isInProject(join(folder, program)), `${file}: ${line}`).toBe(true);
    }
  }
});

it('leave the settings of .env to compose, which alone reads that file', () => {
  const wrong = commands.filter(({ line }) =>
    [...line.matchAll(/\$\{?(\w+)/g)].some(([, name = '']) => asked.has(name)),
  );
  expect(wrong).toEqual([]);
});
