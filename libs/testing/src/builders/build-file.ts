import { createHash, randomUUID } from 'node:crypto';
import type { Blobs } from '@inlet/blobs/blobs';
import { fileKey } from '@inlet/contracts/files';
import type { File, Prisma, PrismaClient, Submission } from '@inlet/db/client';

type Stored = Partial<Prisma.FileUncheckedCreateInput> & { readonly userId: string };

/** Stores a submission's file with its bytes, as ingest and the worker do, and reserves its storage. */
export async function buildFile(
  prisma: PrismaClient,
  blobs: Blobs,
  { id: submissionId, formId }: Pick<Submission, 'id' | 'formId'>,
  { bytes = Buffer.from('some bytes'), ...overrides }: Stored & { readonly bytes?: Buffer },
): Promise<File> {
  const [id, uploadId] = [randomUUID(), randomUUID()];
  await blobs.put(fileKey(formId, uploadId, id), piecesOf(bytes));
  const resource = { userId: overrides.userId, period: 'storage', resource: 'storage' };
  await prisma.quota.upsert({
    where: { userId_period_resource: resource },
    create: { ...resource, direct: bytes.length },
    update: { direct: { increment: bytes.length } },
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const own = { id, submissionId, formId, uploadId, position: 0, size: bytes.length, sha256 };
  return prisma.file.create({
    data: { ...own, field: 'cv', name: 'cv.pdf', type: 'application/pdf', ...overrides },
  });
}

async function* piecesOf(bytes: Buffer) {
  yield bytes;
}
