import { shownInMailMax } from '@inlet/contracts/notifications';
import { transaction } from '@inlet/db/transaction';
import { filesField } from '@inlet/mail/files-field';
import { type NotifiedSubmission, notificationMail } from '@inlet/mail/mails/notification-mail';
import { readFields } from '@inlet/mail/read-fields';
import { unsubscribeUrls } from '@inlet/mail/unsubscribe-tokens';
import { presentFiles } from '@inlet/submissions/present-files';
import type { ClientBase } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import {
  countWaiting,
  type DueForm,
  dropOldest,
  findNotices,
  findRecipients,
  findSubmissions,
  finishMail,
  insertPending,
  type PendingMail,
  postpone,
  readData,
  removeAllNotices,
  removeNotices,
  takeDueForm,
} from '#notifications/notifications.store.ts';
import { failedConditions } from '#routing/failed-conditions.ts';

/** With twelve mails an hour, 10,200 submissions are named. */
const namedMax = 850;
/** An hour's worth. Submissions beyond this are only counted, or mails would be more and more delayed. */
const waitingMax = 12 * namedMax;
/** A larger submission is only read if the mail shows its fields. */
const lineBytesMax = 8_192;
/** Larger submissions are read for the conditions of recipients, up to this size in all. */
const judgedBytesMax = 20_000_000;
const noConditions: ReadonlySet<string> = new Set();
const postponedSeconds = 300;

/**
 * Sends the mail of one form that is due, to all of its recipients. What it names is forgotten in the transaction that
 * keeps the mail, so each submission is in one mail, whenever a worker dies. Returns false where no form is due.
 */
export async function sendNotification(deps: NotificationDeps): Promise<boolean> {
  const { pool, logger } = deps;
  let form: DueForm | null = null;
  try {
    const mails = await transaction(pool, async (client) => {
      form = await takeDueForm(client);
      if (!form) return null;
      const composed = await composeMails(deps, client, form);
      await insertPending(client, composed);
      await finishMail(client, form.id, composed.length > 0);
      return composed;
    });
    await deps.handOver(mails ?? []);
    return mails !== null;
  } catch (error) {
    const { id: formId } = (form as DueForm | null) ?? { id: null };
    if (formId === null || deps.isAway(error)) throw error;
    // A form whose mail fails does not block other forms.
    logger.error({ err: error, formId }, 'notifications: mail failed, to be tried again');
    await postpone(pool, formId, postponedSeconds);
    return true;
  }
}

async function composeMails(deps: NotificationDeps, client: ClientBase, form: DueForm): Promise<PendingMail[]> {
  const recipients = form.mode === 'off' ? [] : await findRecipients(client, form.id);
  if (recipients.length === 0) {
    await removeAllNotices(client, form.id);
    return [];
  }
  const isDigest = form.mode === 'daily';
  // A digest comes once a day: it leaves at most part of a batch to the next one.
  const excess = (await countWaiting(client, form.id)) - (isDigest ? namedMax : waitingMax);
  const unnamed = excess > 0 ? await dropOldest(client, form.id, excess) : 0;
  const groups = Map.groupBy(recipients, ({ conditions }) => conditions);
  const named = await takeNamed(
    client,
    form.id,
    [...groups.keys()].filter((conditions) => conditions !== null),
  );
  const { publicUrl, tokens } = deps;
  return [...groups].flatMap(([conditions, group]) => {
    const submissions = named.filter(({ failed }) => conditions === null || !failed.has(conditions));
    if (submissions.length === 0) return [];
    const write = notificationMail({ publicUrl, form, isDigest, timeZone: form.timeZone, submissions, unnamed });
    return group.map(({ email }) => {
      const token = tokens.sign({ kind: 'notifications', formId: form.id, email });
      return { id: uuidv7(), mail: write(email, unsubscribeUrls(publicUrl, token)) };
    });
  });
}

interface NamedSubmission extends NotifiedSubmission {
  /** Conditions of recipients that it does not meet. One that is too large to be judged goes to all recipients. */
  readonly failed: ReadonlySet<string>;
}

/** The submissions that the next mail names. Submissions that were deleted or marked meanwhile are left out. */
async function takeNamed(
  client: ClientBase,
  formId: string,
  conditions: readonly string[],
): Promise<NamedSubmission[]> {
  const notices = await findNotices(client, formId, namedMax);
  const ids = notices.flatMap((notice) => notice.ids);
  await removeNotices(client, formId, notices, ids.slice(namedMax));
  const found = await findSubmissions(client, formId, ids.slice(0, namedMax), lineBytesMax);
  const submissions: NamedSubmission[] = [];
  let judgedBytesLeft = conditions.length > 0 ? judgedBytesMax : 0;
  for (const { data: small, files, ...submission } of found) {
    const isShown = small !== null || submissions.length < shownInMailMax;
    const data = small ?? (isShown || judgedBytesLeft > 0 ? await readData(client, submission.id) : null);
    if (small === null && !isShown) judgedBytesLeft -= data?.length ?? 0;
    const fields =
      data === null || !isShown ? null : [...readFields(data), ...filesField(presentFiles(files, () => ''))];
    const failed = data === null ? noConditions : await failedConditions(conditions, { data, files });
    submissions.push({ ...submission, fields, failed });
  }
  return submissions;
}
