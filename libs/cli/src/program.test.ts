import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { fileTypes } from '#export/write-export.ts';
import { createProgram } from '#program.ts';
import { createTools } from '#tools.ts';

function leavesOf(command: Command, words: readonly string[] = []): (readonly [name: string, command: Command])[] {
  if (command.commands.length === 0) return [[words.join(' '), command]];
  return command.commands.flatMap((inner) => leavesOf(inner, [...words, inner.name()]));
}

function helpOf(command: Command): string {
  const texts: string[] = [];
  command.configureOutput({ writeOut: (text) => texts.push(text) }).outputHelp();
  return texts.join('');
}

const program = createProgram(createTools({ token: undefined, url: undefined, folder: '/nowhere' }));
const leaves = leavesOf(program).filter(([name]) => name !== 'help');

it.each(leaves)('%s explains itself, with examples that begin with it, and takes --json and --url', (name, command) => {
  const help = helpOf(command);
  expect(help).toContain('--json');
  expect(help).toContain('--url');
  expect(help).toMatch(/Examples:\n {2}# [A-Z].+\n {2}\$ /);
  const lines = [...help.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line]) => line);
  for (const line of lines) expect(line).toMatch(new RegExp(`(inlet|@inlet/cli) ${name}`));
});

it('has a heading for each command, and says the exit codes', () => {
  const help = helpOf(program);
  for (const [name] of leaves) expect(help).toContain(`  ${name.split(' ')[0]} `);
  expect(help).toContain('5 away');
});

it.each([
  ['README', '../README.md'],
  ['documentation', '../../../web/src/features/docs/pages/cli.mdx'],
])('the table of the %s has each command, and each format of an export', (_where, path) => {
  const rows = readFileSync(new URL(path, import.meta.url), 'utf8').match(/^\| `inlet .+$/gm) ?? [];
  for (const [name] of leaves) expect(rows.join('\n')).toMatch(new RegExp(`\`inlet ${name}\\b`));
  const formats = rows.find((row) => row.includes('inlet export'))?.toLowerCase();
  for (const format of Object.keys(fileTypes)) expect(formats).toContain(format);
});
