import { readFields } from '@inlet/mail/read-fields';
import { unsubscribeUrls } from '@inlet/mail/unsubscribe-tokens';
import { confirmedMail } from '@inlet/mail/visitors/confirmed-mail';
import { presentFiles } from '@inlet/submissions/present-files';
import type { ClientBase } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import type { PendingMail } from '#notifications/notifications.store.ts';
import { passesConditions } from '#notifications/passes-conditions.ts';
import { findConfirmed, isAnswerUnwanted, type ReplyNotice } from '#notifications/replies.store.ts';
import { addressOf } from '#notifications/visitor-address.ts';

/** Each may have a megabyte. */
const readAtOnce = 5;

/**
 * Sends the automatic reply and the copy to visitors who have confirmed their address. Each was asked before, so the
 * limits of that bound these mails too.
 */
export async function answerConfirmed(
  { publicUrl, tokens, hashes }: NotificationDeps,
  client: ClientBase,
  { formId, formName, ids, template: reply, conditions, copies: hasCopy, labels }: ReplyNotice,
): Promise<PendingMail[]> {
  const mails: PendingMail[] = [];
  if (formName === null || !(reply || hasCopy)) return mails;
  for (let first = 0; first < ids.length; first += readAtOnce) {
    for (const visitor of await findConfirmed(client, formId, ids.slice(first, first + readAtOnce))) {
      const email = addressOf(visitor);
      if (email === null || (await isAnswerUnwanted(client, hashes, email))) continue;
      const template = (await passesConditions(conditions, visitor)) ? reply : null;
      if (!(template || hasCopy)) continue;
      const files = presentFiles(visitor.files, () => '').map(({ field, name }) => ({ name: field, text: name }));
      const fields = [...readFields(visitor.data), ...files];
      const urls = unsubscribeUrls(publicUrl, tokens.sign({ kind: 'auto-reply', email }));
      const confirmed = { formName, language: visitor.language, template, fields, labels, hasCopy };
      mails.push({ id: uuidv7(), mail: { ...confirmedMail(email, confirmed, urls), formId } });
    }
  }
  return mails;
}
