import { randomUUID } from 'node:crypto';
import type { Prisma, PrismaClient, Target } from '@inlet/db/client';

type TargetOverrides = Partial<Prisma.TargetUncheckedCreateInput> &
  Pick<Prisma.TargetUncheckedCreateInput, 'formId' | 'sealed'>;

/** Stores an active target of a form that receives every new submission. */
export function buildTarget(prisma: PrismaClient, overrides: TargetOverrides): Promise<Target> {
  return prisma.target.create({
    data: {
      id: randomUUID(),
      kind: 'webhook',
      name: 'Receiver',
      events: ['submission.created'],
      fields: [],
      ...overrides,
    },
  });
}
