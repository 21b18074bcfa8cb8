import { recordPersonal } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';
import { saveProved } from '#access/people.store.ts';
import type { IdentityDeps } from '#identity/sessions/identity-deps.ts';
import { findMailLink, useVerification } from '#identity/sessions/mail-tokens.store.ts';

/**
 * Verifies the address of an account by a mailed link. No sign-in is needed, because the link may open in another
 * browser.
 */
export async function verifyEmail({ database }: IdentityDeps, client: Client, token: string): Promise<void> {
  const link = await findMailLink(database.prisma, token, 'verify-email');
  await database.prisma.$transaction(async (tx) => {
    const { id } = await useVerification(tx, link);
    await saveProved(tx, id, {});
    await recordPersonal(tx, { personId: id, name: 'system', ...client }, 'account.email_verified');
  });
}
