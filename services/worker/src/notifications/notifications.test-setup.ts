import { randomUUID } from 'node:crypto';
import type { Mail } from '@inlet/contracts/mail';
import { mailSchema } from '@inlet/contracts/mail';
import type { Form, Prisma } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { onTestFinished } from 'vitest';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { giveTimes } from '#notifications/notifications.store.ts';
import { openNotifications } from '#notifications/open-notifications.ts';
import { sendNotification } from '#notifications/send-notification.ts';
import { sendReplies } from '#notifications/send-replies.ts';
import { storeWithHalving } from '#submissions/store-with-halving.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

type Settings = Partial<Omit<Prisma.NotificationsUncheckedCreateInput, 'formId'>>;
type Accepted = Parameters<typeof buildAcceptedSubmission>[0];

export interface NotificationTest extends TestWorker {
  readonly user: BuiltUser;
  readonly form: Form;
  readonly notifications: NotificationDeps;
  /** A form of another account, or of this one, that notifies its owner at once. */
  readonly addForm: (settings?: Settings, user?: BuiltUser) => Promise<Form>;
  readonly addRecipient: (email: string, overrides?: Partial<Prisma.RecipientUncheckedCreateInput>) => Promise<unknown>;
  /** Stores submissions as a batch does, and returns their ids. */
  readonly submit: (fields: readonly object[], overrides?: Partial<Accepted>) => Promise<string[]>;
  /** Sends due mails, as the worker does. */
  readonly settle: () => Promise<void>;
  /** Advances the clock of mails, with a round at the end. */
  readonly pass: (minutes: number) => Promise<void>;
  /** Returns and removes the mails since the last call. */
  readonly takeMails: () => Promise<Mail[]>;
}

/** A worker whose rounds the test runs; its mails are collected instead of being sent to an account service. */
export async function openNotificationTest(
  settings: Settings = {},
  options: Parameters<typeof openTestWorker>[0] = {},
): Promise<NotificationTest> {
  const worker = await openTestWorker(options);
  onTestFinished(worker.close);
  const { owner, deps } = worker;
  const { prisma, pool } = owner;
  const notifications = openNotifications(deps);

  async function addForm(of: Settings = {}, user?: BuiltUser): Promise<Form> {
    const { id: userId, email } = user ?? (await buildUser(prisma));
    const form = await buildForm(prisma, { userId, name: 'Contact' });
    await prisma.notifications.create({ data: { formId: form.id, mode: 'instant', ...of } });
    await prisma.recipient.create({ data: { id: randomUUID(), formId: form.id, email, confirmedAt: new Date() } });
    return form;
  }
  const user = await buildUser(prisma);
  const form = await addForm(settings, user);

  async function settle(): Promise<void> {
    while (await sendNotification(notifications));
    while (await sendReplies(notifications));
  }

  return {
    ...worker,
    user,
    form,
    notifications,
    addForm,
    addRecipient: (email, overrides = {}) =>
      prisma.recipient.create({
        data: { id: randomUUID(), formId: form.id, email, confirmedAt: new Date(), ...overrides },
      }),
    submit: async (fields, overrides = {}) => {
      const batch = fields.map((data) =>
        buildAcceptedSubmission({ formId: form.id, json: JSON.stringify(data), ...overrides }),
      );
      await storeWithHalving(deps.pool, batch, async () => undefined);
      return batch.map(({ id }) => id);
    },
    settle,
    pass: async (minutes) => {
      const earlier = `make_interval(mins => ${minutes})`;
      await pool.query(
        `update notifications set due_at = due_at - ${earlier}, last_mail_at = last_mail_at - ${earlier}`,
      );
      await pool.query(`update auto_replies set at = at - ${earlier}`);
      await giveTimes(deps.deliveryPool);
      await settle();
    },
    takeMails: async () => {
      const kept = await prisma.pendingMail.findMany({ orderBy: { id: 'asc' } });
      await prisma.pendingMail.deleteMany();
      return kept.map(({ recipient: to, subject, text, html, options }) =>
        mailSchema.parse({ to, subject, text, html, ...(options as object) }),
      );
    },
  };
}
