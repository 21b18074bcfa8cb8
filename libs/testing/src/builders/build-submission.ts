import { randomUUID } from 'node:crypto';
import type { Prisma, PrismaClient, Submission } from '@inlet/db/client';
import type { AcceptedSubmission } from '@inlet/submissions/batch';

type Accepted = Partial<AcceptedSubmission> & { readonly formId: string };
type Stored = Partial<Prisma.SubmissionUncheckedCreateInput> & { readonly formId: string };

/** A submission as ingest sends it to the worker. */
export function buildAcceptedSubmission(overrides: Accepted): AcceptedSubmission {
  return {
    id: randomUUID(),
    userId: randomUUID(),
    receivedAtMs: Date.now(),
    json: '{"email":"visitor@example.com"}',
    origin: 'https://example.com',
    userAgent: 'Mozilla/5.0',
    isSpam: false,
    subject: null,
    replyTo: null,
    ...overrides,
  };
}

/** Stores a submission as the worker does, but without counting it. */
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
