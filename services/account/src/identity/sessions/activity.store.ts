import type { PrismaClient } from '@inlet/db/client';

/** Records that an account is used today. If several calls record it at once, one writes. */
export async function saveActivity(prisma: PrismaClient, userId: string): Promise<void> {
  await prisma.$executeRaw`
    update users set last_active_on = (now() at time zone 'UTC')::date
    where id = ${userId}::uuid and last_active_on < (now() at time zone 'UTC')::date`;
}

/** The same of a person. */
export async function savePersonActivity(prisma: PrismaClient, personId: string): Promise<void> {
  await prisma.$executeRaw`
    update people set last_active_on = (now() at time zone 'UTC')::date
    where id = ${personId}::uuid and last_active_on < (now() at time zone 'UTC')::date`;
}

/** The same of a person in a workspace. */
export async function saveMemberActivity(prisma: PrismaClient, userId: string, personId: string): Promise<void> {
  await prisma.$executeRaw`
    update memberships set last_active_on = (now() at time zone 'UTC')::date
    where user_id = ${userId}::uuid and person_id = ${personId}::uuid
      and last_active_on is distinct from (now() at time zone 'UTC')::date`;
}
