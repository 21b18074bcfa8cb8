import type { Client } from '#access/caller.ts';
import { lockPerson } from '#access/people.store.ts';
import { linkIdentity } from '#identity/providers/link-identity.ts';
import { SignInRefused } from '#identity/providers/provider.ts';
import { takeWaiting } from '#identity/providers/provider-steps.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';

/**
 * Links the identity that waits in this browser for the person who has just signed in as before. Every sign-in calls
 * it once it is complete, with its second factor.
 */
export async function linkWaiting(
  deps: Pick<IdentityDeps, 'background' | 'config' | 'database' | 'producer' | 'logger'>,
  client: Client,
  browser: string | null,
  personId: string,
): Promise<void> {
  if (browser === null) return;
  const isLinked = await deps.database.prisma
    .$transaction(async (tx) => {
      await lockPerson(tx, personId);
      const found = await takeWaiting(tx, browser, personId);
      if (!found) return false;
      const { name, ...identity } = found.waiting;
      return linkIdentity(tx, client, found.person, { identity, name, publicUrl: deps.config.PUBLIC_URL });
    })
    .catch((error: unknown) => {
      // Another account has it by now. The sign-in itself is right.
      if (error instanceof SignInRefused) return false;
      throw error;
    });
  if (isLinked) deps.background.run('mail that an identity is linked', () => handOverMails(deps));
}
