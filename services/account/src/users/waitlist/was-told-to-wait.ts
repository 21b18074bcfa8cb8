import type { PrismaClient, User } from '@inlet/db/client';
import { hashAddress } from '#users/waitlist/hash-address.ts';
import { findMailed } from '#users/waitlist/waitlist-mails.store.ts';

/** Whether the owner of an account knows by mail to be on the waitlist. Nobody learns it of a stranger's address. */
export async function wasToldToWait(
  prisma: PrismaClient,
  { email, emailVerifiedAt }: Pick<User, 'email' | 'emailVerifiedAt'>,
): Promise<boolean> {
  return emailVerifiedAt !== null && (await findMailed(prisma, [hashAddress(email)])).length > 0;
}
