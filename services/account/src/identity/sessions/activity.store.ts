import type { PrismaClient } from '@inlet/db/client';

/** Notes that an account is used today. Of several that note it at once, one writes. */
export async function saveActivity(prisma: PrismaClient, userId: string): Promise<void> {
  await prisma.$executeRaw`
    update users set last_active_on = (now() at time zone 'UTC')::date
    where id = ${userId}::uuid and last_active_on < (now() at time zone 'UTC')::date`;
}
