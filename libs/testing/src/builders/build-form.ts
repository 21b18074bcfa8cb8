import { randomBytes, randomUUID } from 'node:crypto';
import type { Form, Prisma, PrismaClient } from '@inlet/db/client';

type FormOverrides = Partial<Prisma.FormUncheckedCreateInput> & { readonly userId: string };

/** Stores an active form that every website may submit to; no service is notified. */
export function buildForm(prisma: PrismaClient, overrides: FormOverrides): Promise<Form> {
  return prisma.form.create({
    data: {
      id: randomUUID(),
      name: 'Contact',
      endpointId: randomBytes(6).toString('hex'),
      allowedOrigins: [],
      ...overrides,
    },
  });
}
