import { createHash } from 'node:crypto';
import { readLanguage } from '@inlet/contracts/languages';
import { transaction } from '@inlet/db/transaction';
import { mailboxOf } from '@inlet/mail/mailbox-of';
import { autoReplyMail } from '@inlet/mail/mails/auto-reply-mail';
import { readFields } from '@inlet/mail/read-fields';
import { senderAddress } from '@inlet/mail/sender-address';
import { unsubscribeUrls } from '@inlet/mail/unsubscribe-tokens';
import type { ClientBase } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { insertPending, type PendingMail } from '#notifications/notifications.store.ts';
import {
  type Answerable,
  beginNotice,
  countLeft,
  findAnswerable,
  isAnswerUnwanted,
  lockReplies,
  noteReply,
  type ReplyNotice,
  takeReplyNotices,
  undoNotice,
} from '#notifications/replies.store.ts';
import { failedConditions } from '#routing/failed-conditions.ts';

/** Replies that a form may send in an hour, and that an address may get from the whole installation in a day. */
const repliesPerHour = 100;
const repliesPerAddress = 5;
const noticesAtOnce = 20;
/** Submissions that are read at once, and the largest one whose fields are searched for an address. */
const readAtOnce = 100;
const bytesMax = 65_536;

/**
 * Replies to the senders of submissions, within limits for every sender, because anyone can enter another person's
 * address. Returns false if nothing waits, or another worker is busy with it.
 */
export async function sendReplies(deps: NotificationDeps): Promise<boolean> {
  const work = await transaction(deps.pool, async (client) => {
    if (!(await lockReplies(client))) return null;
    const notices = await takeReplyNotices(client, noticesAtOnce);
    const mails: PendingMail[] = [];
    for (const notice of notices) mails.push(...(await tryAnswer(deps, client, notice)));
    await insertPending(client, mails);
    return { mails, isMore: notices.length === noticesAtOnce };
  });
  await deps.handOver(work?.mails ?? []);
  return work?.isMore === true;
}

/** A failing notice is dropped, or it would block all others forever. */
async function tryAnswer(deps: NotificationDeps, client: ClientBase, notice: ReplyNotice): Promise<PendingMail[]> {
  await beginNotice(client);
  try {
    return await answer(deps, client, notice);
  } catch (error) {
    if (deps.isAway(error)) throw error;
    await undoNotice(client);
    const { formId, ids } = notice;
    deps.logger.error(
      { err: error, formId, count: ids.length },
      'auto-replies: notice failed, its senders get no reply',
    );
    return [];
  }
}

async function answer(
  { publicUrl, tokens, hashes }: NotificationDeps,
  client: ClientBase,
  { formId, ids, template, conditions, ...notice }: ReplyNotice,
): Promise<PendingMail[]> {
  const mails: PendingMail[] = [];
  if (!template) return mails;
  const reply = { ...template, language: readLanguage(notice.language) ?? 'en' };
  const left = await countLeft(client, formId, repliesPerHour);
  for (let first = 0; first < ids.length && mails.length < left; first += readAtOnce) {
    const found = await findAnswerable(client, formId, ids.slice(first, first + readAtOnce), bytesMax);
    for (const submission of found) {
      if (mails.length === left) break;
      const email = (await passes(conditions, submission)) ? answeredAddress(submission) : null;
      if (email === null || (await isAnswerUnwanted(client, hashes, email))) continue;
      if (!(await noteReply(client, formId, hashOf(email), repliesPerAddress))) continue;
      const urls = unsubscribeUrls(publicUrl, tokens.sign({ kind: 'auto-reply', email }));
      mails.push({ id: uuidv7(), mail: { ...autoReplyMail(email, reply, urls), formId } });
    }
  }
  return mails;
}

/** A submission that is too large to be read passes no condition. */
async function passes(conditions: string | null, { data, files }: Answerable): Promise<boolean> {
  if (conditions === null) return true;
  return data !== null && (await failedConditions([conditions], { data, files })).size === 0;
}

function answeredAddress({ replyTo, data }: Answerable): string | null {
  const email = senderAddress(replyTo, data === null ? [] : readFields(data));
  return email === null || isRobot(email) ? null : email;
}

/** Mailboxes of programs, which might reply to the reply. */
function isRobot(email: string): boolean {
  return /^(mailer-daemon|postmaster|abuse|bounces?|no-?reply|do-?not-?reply)([+_.-].*)?@/.test(email);
}

function hashOf(email: string): Buffer {
  return createHash('sha256').update(mailboxOf(email)).digest();
}
