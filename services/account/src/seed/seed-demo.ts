import type { Form, User } from '@inlet/db/client';
import type { Producer } from '@inlet/queue/producer';
import { packBatch } from '@inlet/submissions/batch';
import { v7 as uuidv7 } from 'uuid';
import { createForm } from '#forms/create-form.ts';
import type { FormDeps } from '#forms/directory/relay.ts';
import { hashPassword } from '#identity/credentials/passwords.ts';
import type { Resources } from '#resources.ts';
import { contactSubmissions, type DemoSubmission, newsletterSubmissions } from '#seed/demo-submissions.ts';

export const demoEmail = 'demo@inlet.local';
const demoPassword = 'inlet-demo';

const demoForms = [
  // Every website may post to it, including `curl` and a page on a disk.
  {
    name: 'Playground',
    description: 'Open to every website, for your first submission',
    allowedOrigins: [],
    submissions: [],
  },
  {
    name: 'Newsletter',
    description: 'Sign-ups from the footer of the shop',
    allowedOrigins: ['https://example.com', 'https://*.example.com', 'localhost:3000'],
    submissions: newsletterSubmissions,
  },
  // The last one is the newest, which lists show first.
  {
    name: 'Contact',
    description: 'Questions from the contact page',
    allowedOrigins: ['https://example.com', 'https://www.example.com', 'localhost:3000'],
    submissions: contactSubmissions,
  },
];

type SeedDeps = FormDeps & Pick<Resources, 'producer'>;

/** Makes a demo account with its forms where it is not there yet, and returns the open one. */
export async function seedDemo(deps: SeedDeps, email = demoEmail): Promise<Form> {
  const { prisma } = deps.database;
  const user = (await prisma.user.findUnique({ where: { email } })) ?? (await createDemoUser(deps, email));
  // Nobody opens links in its mailbox. Accounts of earlier builds are unverified.
  if (user.emailVerifiedAt === null) {
    await prisma.user.update({ where: { id: user.id }, data: { emailVerifiedAt: new Date() } });
  }
  for (const { submissions, ...input } of demoForms) {
    const existing = await deps.database.prisma.form.findFirst({ where: { userId: user.id, name: input.name } });
    if (existing) continue;
    const { form } = await createForm(deps, user, input);
    if (submissions.length > 0) await enqueue(deps.producer, form, submissions);
  }
  return findOpenForm(deps, user);
}

/** The newest form that every website may post to, or just the newest if all have been restricted. */
async function findOpenForm({ database }: SeedDeps, { id: userId }: User): Promise<Form> {
  const orderBy = { createdAt: 'desc' } as const;
  const open = { userId, isActive: true, allowedOrigins: { isEmpty: true } };
  return (
    (await database.prisma.form.findFirst({ where: open, orderBy })) ??
    (await database.prisma.form.findFirstOrThrow({ where: { userId }, orderBy }))
  );
}

async function createDemoUser({ database }: SeedDeps, email: string): Promise<User> {
  return database.prisma.user.create({
    data: {
      id: uuidv7(),
      email,
      emailVerifiedAt: new Date(),
      passwordHash: await hashPassword(demoPassword),
      plan: 'pro',
      subscriptionStatus: 'active',
      stripeSubscriptionId: 'sub_demo',
    },
  });
}

/** Demo submissions take the usual path: a job, and the worker that stores and counts them. */
async function enqueue(producer: Producer, form: Form, submissions: readonly DemoSubmission[]): Promise<void> {
  const batch = submissions.map(({ hoursAgo, data, origin }) => {
    const receivedAtMs = Date.now() - hoursAgo * 3_600_000;
    return {
      id: uuidv7({ msecs: receivedAtMs }),
      formId: form.id,
      userId: form.userId,
      receivedAtMs,
      json: JSON.stringify(data),
      origin,
      userAgent: null,
      isSpam: false,
      subject: null,
      replyTo: null,
    };
  });
  await producer.add('store-submissions', `demo-${form.id}`, packBatch(batch));
}
