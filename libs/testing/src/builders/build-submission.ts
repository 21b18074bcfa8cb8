import { randomUUID } from 'node:crypto';
import type { AcceptedSubmission } from '@inlet/contracts/submission-batch';
import type { Prisma, PrismaClient, Submission } from '@inlet/db/client';

type Accepted = Partial<AcceptedSubmission> & { readonly formId: string };
type Stored = Partial<Prisma.SubmissionUncheckedCreateInput> & { readonly formId: string };

/** A submission as ingest hands it to the worker. */
export function buildAcceptedSubmission(overrides: Accepted): AcceptedSubmission {
  return {
    id: randomUUID(),
    receivedAtMs: Date.now(),
    data: { email: 'visitor@example.com' },
    origin: 'https://example.com',
    userAgent: 'Mozilla/5.0',
    ...overrides,
  };
}

/** Stores a submission as the worker does, but counts nothing. */
export function buildSubmission(prisma: PrismaClient, overrides: Stored): Promise<Submission> {
  return prisma.submission.create({
    data: {
      id: randomUUID(),
      data: { email: 'visitor@example.com' },
      origin: 'https://example.com',
      userAgent: 'Mozilla/5.0',
      createdAt: new Date(),
      ...overrides,
    },
  });
}
