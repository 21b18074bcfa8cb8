import type { PrismaClient } from '@inlet/db/client';

/** Records that an account is used today. If several calls record it at once, one writes. */
export async function saveActivity(prisma: PrismaClient, userId: string): Promise<void> {
  await prisma.$executeRaw`
    update users set last_active_on = (now() at time zone 'UTC')::date
    where id = ${userId}::uuid and last_active_on < (now() at time zone 'UTC')::date`;
}
