import { emailSchema } from '@inlet/contracts/sessions';
import { ConfigError } from '@inlet/service/config';
import { runTask } from '@inlet/service/run-service';
import { loadConfig } from '#config.ts';
import { openDeps } from '#deps.ts';
import { invite } from '#invitations/invite.ts';
import { nextWaiting } from '#waitlist/next-waiting.ts';

const usage = 'Name one or more addresses, or --next and how many of the waitlist';
const atOnceMax = 1_000;

/** Invites addresses, or the next ones of the waitlist, and prints each with its link. */
await runTask({
  name: 'invite',
  loadConfig,
  run: async (context) => {
    const words = process.argv.slice(2);
    const deps = await openDeps(context);
    const addresses = words[0] === '--next' ? await nextWaiting(deps, readCount(words[1])) : readAddresses(words);
    for (const address of addresses) process.stdout.write(`${address} ${await invite(deps, address)}\n`);
    if (addresses.length === 0) process.stdout.write('Nobody is waiting\n');
  },
});

function readCount(word: string | undefined): number {
  const count = Number(word);
  if (!Number.isInteger(count) || count < 1 || count > atOnceMax) throw new ConfigError(usage);
  return count;
}

function readAddresses(words: readonly string[]): string[] {
  if (words.length === 0) throw new ConfigError(usage);
  return words.map((word) => {
    const address = emailSchema.safeParse(word);
    if (!address.success) throw new ConfigError(`${word} is no email address. ${usage}.`);
    return address.data;
  });
}
