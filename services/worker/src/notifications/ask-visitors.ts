import type { ConfirmationState } from '@inlet/contracts/confirmation';
import type { Language } from '@inlet/contracts/languages';
import { unsubscribeUrls } from '@inlet/mail/unsubscribe-tokens';
import { confirmAddressMail } from '@inlet/mail/visitors/confirm-address-mail';
import { confirmationUrl } from '@inlet/mail/visitors/confirmation-tokens';
import type { ClientBase } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import type { PendingMail } from '#notifications/notifications.store.ts';
import {
  type AskedVisitor,
  countLeft,
  findVisitors,
  isAnswerUnwanted,
  noteQuestion,
  type ReplyNotice,
  saveAsked,
  type Visitor,
} from '#notifications/replies.store.ts';
import {
  addressOf,
  bytesMax,
  hashOf,
  mailsPerAddress,
  mailsPerHour,
  readAtOnce,
} from '#notifications/visitor-address.ts';

/** Asks the visitors of a form to confirm their address, and notes on each submission whether its visitor was asked. */
export async function askVisitors(
  deps: NotificationDeps,
  client: ClientBase,
  { formId, formName, ids, asks }: ReplyNotice,
): Promise<PendingMail[]> {
  const mails: PendingMail[] = [];
  if (!asks || formName === null) return mails;
  const left = await countLeft(client, formId, mailsPerHour);
  for (let first = 0; first < ids.length; first += readAtOnce) {
    const asked: AskedVisitor[] = [];
    for (const visitor of await findVisitors(client, formId, ids.slice(first, first + readAtOnce), bytesMax)) {
      const email = addressOf(visitor);
      const state = await judge(deps, client, { formId, visitor, email, isLeft: mails.length < left });
      asked.push({ id: visitor.id, state });
      const { id, language } = visitor;
      if (state === 'asked' && email !== null) mails.push(write(deps, { formId, formName, language, id, email }));
    }
    await saveAsked(client, asked);
  }
  return mails;
}

interface Considered {
  readonly formId: string;
  readonly visitor: Visitor;
  readonly email: string | null;
  /** False if the form has sent all mails of this hour. */
  readonly isLeft: boolean;
}

/** Whether a visitor is asked, or why not. Counts the mail of one who is. */
async function judge(
  { hashes }: NotificationDeps,
  client: ClientBase,
  { formId, visitor, email, isLeft }: Considered,
): Promise<ConfirmationState> {
  if (visitor.isSuspicious) return 'suspicious';
  if (email === null) return 'no_address';
  if (!isLeft) return 'limit';
  if (await isAnswerUnwanted(client, hashes, email)) return 'unwanted';
  return (await noteQuestion(client, formId, hashOf(email), mailsPerAddress)) ? 'asked' : 'unwanted';
}

interface Question {
  readonly formId: string;
  readonly formName: string;
  readonly language: Language;
  readonly id: string;
  readonly email: string;
}

function write(
  { publicUrl, tokens, confirmations }: NotificationDeps,
  { formId, formName, language, id, email }: Question,
): PendingMail {
  const url = confirmationUrl(publicUrl, confirmations.sign({ submissionId: id, at: Date.now() }));
  const urls = unsubscribeUrls(publicUrl, tokens.sign({ kind: 'auto-reply', email }));
  return { id: uuidv7(), mail: { ...confirmAddressMail(email, { formName, language, url }, urls), formId } };
}
