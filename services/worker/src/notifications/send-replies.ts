import { transaction } from '@inlet/db/transaction';
import { autoReplyMail } from '@inlet/mail/mails/auto-reply-mail';
import { unsubscribeUrls } from '@inlet/mail/unsubscribe-tokens';
import type { ClientBase } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { answerConfirmed } from '#notifications/answer-confirmed.ts';
import { askVisitors } from '#notifications/ask-visitors.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { insertPending, type PendingMail } from '#notifications/notifications.store.ts';
import { passesConditions } from '#notifications/passes-conditions.ts';
import {
  beginNotice,
  countLeft,
  findVisitors,
  isAnswerUnwanted,
  lockReplies,
  noteReply,
  type ReplyNotice,
  takeReplyNotices,
  undoNotice,
} from '#notifications/replies.store.ts';
import {
  addressOf,
  bytesMax,
  hashOf,
  mailsPerAddress,
  mailsPerHour,
  readAtOnce,
} from '#notifications/visitor-address.ts';

const noticesAtOnce = 20;
const writers = { reply: answer, confirm: askVisitors, confirmed: answerConfirmed };

/**
 * Replies to the visitors of forms, or asks them to confirm their address, within limits for every visitor, because
 * anyone can enter another person's address. Returns false if nothing waits, or another worker is busy with it.
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
    return await writers[notice.purpose](deps, client, notice);
  } catch (error) {
    if (deps.isAway(error)) throw error;
    await undoNotice(client);
    const { formId, ids } = notice;
    deps.logger.error(
      { err: error, formId, count: ids.length },
      'auto-replies: notice failed, its senders get no mail',
    );
    return [];
  }
}

async function answer(
  { publicUrl, tokens, hashes }: NotificationDeps,
  client: ClientBase,
  { formId, ids, template, conditions }: ReplyNotice,
): Promise<PendingMail[]> {
  const mails: PendingMail[] = [];
  if (!template) return mails;
  const left = await countLeft(client, formId, mailsPerHour);
  for (let first = 0; first < ids.length && mails.length < left; first += readAtOnce) {
    for (const visitor of await findVisitors(client, formId, ids.slice(first, first + readAtOnce), bytesMax)) {
      if (mails.length === left) break;
      const isAnswered = !visitor.isSuspicious && (await passesConditions(conditions, visitor));
      const email = isAnswered ? addressOf(visitor) : null;
      if (email === null || (await isAnswerUnwanted(client, hashes, email))) continue;
      if (!(await noteReply(client, formId, hashOf(email), mailsPerAddress))) continue;
      const urls = unsubscribeUrls(publicUrl, tokens.sign({ kind: 'auto-reply', email }));
      mails.push({
        id: uuidv7(),
        mail: { ...autoReplyMail(email, { ...template, language: visitor.language }, urls), formId },
      });
    }
  }
  return mails;
}
