import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { expect, it } from 'vitest';
import { bashScript } from '#completion/bash-script.ts';
import { shapesOf } from '#completion/command-shapes.ts';
import { createProgram } from '#program.ts';
import { createTools } from '#tools.ts';

const script = bashScript(
  shapesOf(createProgram(createTools({ token: undefined, url: undefined, folder: '/nowhere' }))),
);

/** What bash offers for the last word of a command line, where forms have these names. */
async function offered(words: readonly string[], names: readonly string[] = []) {
  const folder = await createDisposableFolder();
  const lines = `${script}
inlet() { [[ "$*" == 'completion forms' ]] && printf '%s\\n' "\${names[@]}"; }
COMP_WORDS=(inlet "$@")
COMP_CWORD=$#
_inlet inlet
printf '%s\\0' "\${COMPREPLY[@]}"
`;
  const bash = ['--norc', '-c', `names=(${names.map(quoted).join(' ')})\n${lines}`, 'bash', ...words];
  const { stdout, stderr } = spawnSync('bash', bash, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  return { folder, offers: stdout.split('\0').filter((word) => word !== '') };
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** What a program gets if a person presses Enter. */
function argumentsOf(folder: string, line: string): string[] {
  const { stdout } = spawnSync('bash', ['--norc', '-c', `printf '%s\\0' ${line}`], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

const plain = ['Contact', 'Contact us', 'Confirmé (2026)', 'Con*?[a]', 'Con;touch a', 'Con & touch b', 'Con|c > d'];
const acted = ['Con$(touch e)', 'Con`touch f`', 'Con"; touch g; "', "Con'; touch h; '", 'Con\\', 'Con!!', 'Con$HOME'];

it('a name is offered so that the shell passes it on as it is, and does not act on it', async () => {
  const { folder, offers } = await offered(['tail', 'Con'], [...plain, ...acted, 'Orders']);
  expect(offers.map((word) => argumentsOf(folder, word))).toEqual([...plain, ...acted].map((name) => [name]));
  expect(await readdir(folder)).toEqual([]);
});

it.each(['"', "'"])('between quotation marks (%s), a name that the shell would act on is not offered', async (mark) => {
  const { folder, offers } = await offered(['tail', `${mark}Con`], [...plain, ...acted, 'Orders']);
  expect(offers).toEqual(plain);
  expect(offers.map((word) => argumentsOf(folder, `${mark}${word}${mark}`))).toEqual(plain.map((name) => [name]));
  expect(await readdir(folder)).toEqual([]);
});

it('a mark within the word counts, too', async () => {
  expect((await offered(['tail', 'Con"t'], ['Contact', 'Cont$(touch a)'])).offers).toEqual(['Contact']);
});

it('offers commands, their options and the values of options', async () => {
  expect((await offered(['ru'])).offers).toEqual(['rules']);
  expect((await offered(['rules', 'pu'])).offers).toEqual(['pull', 'push']);
  expect((await offered(['tail', '--si'])).offers).toEqual(['--since']);
  expect((await offered(['export', '--format', 'xl'])).offers).toEqual(['xlsx']);
  expect((await offered(['export', '--format', 'csv', 'Ord'], ['Orders'])).offers).toEqual(['Orders']);
});

it('uses no name that means something else in zsh', () => {
  // These are tied to the environment or belong to the completion: a local one would change what a command finds.
  expect(script).not.toMatch(/\b(?:path|fpath|cdpath|words|status|argv|options|commands|functions|aliases)=/);
});
