import { emailSchema } from '@inlet/contracts/sessions';
import { ConfigError } from '@inlet/process/config';
import { runTask } from '@inlet/process/run-service';
import { type AccountDeps, openDeps } from '#account-deps.ts';
import { loadConfig } from '#config.ts';
import { invite, inviteOnce } from '#identity/invitations/invite.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { nextWaiting } from '#users/waitlist/next-waiting.ts';

const usage = 'Name one or more addresses, or --next and how many of the waitlist';
const atOnceMax = 1_000;

/** Invites addresses, or the next ones of the waitlist, and prints each with its link. */
await runTask({
  name: 'invite',
  loadConfig,
  run: async (context) => {
    const words = process.argv.slice(2);
    const deps = await openDeps(context);
    if (words[0] === '--next') await inviteNext(deps, readCount(words[1]));
    else for (const address of readAddresses(words)) tell(address, await invite(deps, address));
    await handOverMails(deps).catch((err: unknown) => {
      context.logger.warn({ err }, 'invite: queue away, mails follow when it is back');
    });
  },
});

/** Skips an address that another process invites at the same time, so no address gets two mails. */
async function inviteNext(deps: AccountDeps, count: number): Promise<void> {
  let left = count;
  for await (const address of nextWaiting(deps)) {
    const link = await inviteOnce(deps, address);
    if (link === null) continue;
    tell(address, link);
    left -= 1;
    if (left === 0) return;
  }
  if (left === count) process.stdout.write('Nobody is waiting\n');
}

function tell(address: string, link: string): void {
  process.stdout.write(`${address} ${link}\n`);
}

function readCount(word: string | undefined): number {
  const count = Number(word);
  if (!Number.isInteger(count) || count < 1 || count > atOnceMax) throw new ConfigError(usage);
  return count;
}

function readAddresses(words: readonly string[]): string[] {
  if (words.length === 0) throw new ConfigError(usage);
  return words.map((word) => {
    const address = emailSchema.safeParse(word);
    if (!address.success) throw new ConfigError(`${word} is not an email address. ${usage}.`);
    return address.data;
  });
}
