import type { User } from '@inlet/contracts/sessions';
import type { Command } from 'commander';
import { CliError } from '#cli-error.ts';
import { createApi } from '#connection/api.ts';
import { chooseUrl } from '#connection/connection.ts';
import { readInput } from '#connection/read-input.ts';
import { exitCodes } from '#exit-codes.ts';
import { fetchKey } from '#login/device-flow.ts';
import { machineName } from '#login/machine-name.ts';
import { openBrowser } from '#login/open-browser.ts';
import { keepKey, revokeKey, storedKey } from '#login/stored-key.ts';
import { isInteractive } from '#output/is-interactive.ts';
import type { Output } from '#output/output.ts';
import { type CommonOptions, newCommand, type Tools } from '#tools.ts';

interface LoginOptions extends CommonOptions {
  readonly token?: true;
  /** False with `--no-browser`. */
  readonly browser: boolean;
  readonly name?: string;
}

/** A key has 49 characters. */
const tokenBytesMax = 1_000;

export function loginCommand(tools: Tools): Command {
  return newCommand({
    usage: 'login',
    summary: 'sign in, and keep a key for this machine',
    description: `Prints an address and a code. Open the address in any browser, compare the code, and choose what this
machine may do. The API key is then kept in a file that only you can read.

Scripts do not sign in: they set INLET_TOKEN to an API key.`,
    examples: [
      ['inlet login --url https://forms.example.com', 'Sign in to an installation'],
      ['inlet login --no-browser', 'Sign in on a machine without a browser'],
      ['inlet login --token < key.txt', 'Keep an API key that you have'],
    ],
  })
    .option('--token', 'read an API key from the standard input instead')
    .option('--no-browser', 'open no browser')
    .option('--name <name>', 'the name of the key (default: the name of this machine)')
    .action((options: LoginOptions) => login(tools, options));
}

async function login(tools: Tools, options: LoginOptions): Promise<void> {
  const { folder } = tools.config;
  const url = await chooseUrl(tools.config, options.url);
  const output = tools.output(options);
  const key = options.token ? await readKey() : await askForKey(url, options, output);
  const user = await createApi({ url, key }).call('readMe');
  const before = await storedKey(folder, url);
  await keepKey(folder, url, key);
  // An account has 20 keys at most, and nobody would know which one this was.
  if (before !== undefined && before !== key) await revokeKey(url, before).catch(() => undefined);
  const workspace = workspaceOf(user);
  output.result({ url, workspace: user.workspace }, `Signed in to ${url}, workspace ${workspace}.`);
  if (tools.config.token !== undefined) output.note('INLET_TOKEN is set, and commands use it instead of this key.');
}

async function readKey(): Promise<string> {
  const key = (await readInput(process.stdin, tokenBytesMax)).trim();
  if (key !== '') return key;
  throw new CliError('The standard input has no key.', {
    next: 'Write it like this: inlet login --token < key.txt',
    code: 'missing_key',
    exitCode: exitCodes.usage,
  });
}

async function askForKey(url: string, { browser, name }: LoginOptions, output: Output): Promise<string> {
  const api = createApi({ url, key: null });
  const codes = await api.call('openDevice', { body: { name: name ?? machineName() } });
  const { userCode, verificationUriComplete } = codes;
  output.note(`Open ${verificationUriComplete}\nand check that it shows the code ${userCode}.`);
  if (browser && isInteractive()) openBrowser(verificationUriComplete);
  output.note('Waiting for your answer. Press Ctrl-C to stop.');
  return (await fetchKey(api, codes)).key;
}

export function workspaceOf({ workspace, email }: User): string {
  return workspace?.name ?? email;
}
