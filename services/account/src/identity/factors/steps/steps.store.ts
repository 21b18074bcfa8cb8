import type { Prisma, PrismaClient, SignInStep } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';

/** The kinds of half-finished work that a token continues. */
export type StepPurpose = 'second-factor' | 'passkey' | 'new-passkey';

export interface NewStep {
  readonly purpose: StepPurpose;
  readonly personId: string | null;
  readonly tokenHash: string;
  readonly data?: Prisma.InputJsonObject;
  readonly expiresAt: Date;
}

export async function insertStep(prisma: PrismaClient, { data = {}, ...step }: NewStep): Promise<void> {
  await prisma.signInStep.create({ data: { id: uuidv7(), data, ...step } });
}

const alive = (purpose: StepPurpose, tokenHash: string) => ({ purpose, tokenHash, expiresAt: { gt: new Date() } });

export function findStep(prisma: PrismaClient, purpose: StepPurpose, tokenHash: string): Promise<SignInStep | null> {
  return prisma.signInStep.findFirst({ where: alive(purpose, tokenHash) });
}

/** Counts an attempt before it is made, however many come at once. Returns false if none is left. */
export async function takeAttempt(prisma: PrismaClient, id: string, attemptsMax: number): Promise<boolean> {
  const { count } = await prisma.signInStep.updateMany({
    where: { id, attempts: { lt: attemptsMax } },
    data: { attempts: { increment: 1 } },
  });
  return count === 1;
}

/** Uses a step up. Of two who bring it at once, one gets it. */
export async function useStep(
  prisma: PrismaClient,
  purpose: StepPurpose,
  tokenHash: string,
): Promise<SignInStep | null> {
  const step = await findStep(prisma, purpose, tokenHash);
  return step && (await deleteStep(prisma, step.id)) ? step : null;
}

export async function deleteStep(prisma: PrismaClient, id: string): Promise<boolean> {
  return (await prisma.signInStep.deleteMany({ where: { id } })).count === 1;
}
