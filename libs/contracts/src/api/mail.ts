import * as z from 'zod';
import { mailCheckSchema, testMailIdSchema, testMailSchema, testMailsPerHour } from '#account/mail-check.ts';
import type { RouteId } from '#api/addresses.ts';
import type { Limit, Route } from '#api/route.ts';
import { unsubscribeSchema } from '#forms/notifications.ts';

/** Far more than the people of a network click, and far too few to keep the database busy. */
const clicks: Limit = { name: 'unsubscribe:network', per: 'network', max: 300, windowSeconds: 15 * 60 };
const linkSchema = z.object({ token: z.string().max(1_000).meta({ description: 'The token of the link in a mail.' }) });
const unsubscribe = { description: 'What the link stops, and whether it is stopped', schema: unsubscribeSchema };

export const mailRoutes = {
  checkMail: {
    group: 'Mail',
    summary: 'Check the domain that mails come from',
    description:
      'Asks what receivers ask: SPF, DKIM, DMARC, reverse DNS, and TLS of the mail server. A result is kept for five minutes. Where accounts belong to customers (`SIGN_UP=open` or `BILLING=on`), only the person with the address `OPERATOR_EMAIL` gets the single checks, because nobody else can add the records.',
    access: 'session',
    action: 'mail:check',
    success: { status: 200, description: 'The result, or that it is under way', schema: mailCheckSchema },
  },
  sendTestMail: {
    group: 'Mail',
    summary: 'Send yourself a test mail',
    description: `Goes the way of all mails, to your own confirmed address. You can send ${testMailsPerHour} an hour.`,
    access: 'session',
    action: 'mail:check',
    sendsMail: true,
    success: { status: 202, description: 'The mail is on its way', schema: testMailIdSchema },
    refusals: ['emailNotConfirmed', 'testMailLimitReached'],
  },
  readTestMail: {
    group: 'Mail',
    summary: 'Read what became of a test mail',
    description: 'Known for an hour, to the person who sent it.',
    access: 'session',
    action: 'mail:check',
    success: { status: 200, description: 'What is known now', schema: testMailSchema },
    refusals: ['testMailNotFound'],
  },
  readUnsubscribe: {
    group: 'Mail',
    summary: 'Read what an unsubscribe link stops',
    description: 'Stops nothing. A browser is sent to the page for people.',
    access: 'public',
    limit: clicks,
    query: linkSchema,
    success: { status: 200, ...unsubscribe },
    refusals: ['invalidToken'],
  },
  unsubscribe: {
    group: 'Mail',
    summary: 'Unsubscribe',
    description: 'Mail programs send this request for one click of their user (RFC 8058). The body is not read.',
    access: 'public',
    limit: clicks,
    query: linkSchema,
    success: { status: 200, ...unsubscribe },
    refusals: ['invalidToken'],
  },
  receiveMailEvent: {
    group: 'Mail',
    summary: 'Receive a bounce or a complaint',
    description:
      'For mail servers of the operator, which send `{ "type": "bounce", "email": "…" }`, or `complaint`. Each request is signed by Standard Webhooks with `MAIL_EVENTS_SECRET`. No further mail is sent to the address.',
    access: 'mailer',
    headers: {
      'webhook-id': 'The id of the report.',
      'webhook-timestamp': 'Seconds since 1970; at most five minutes from now.',
      'webhook-signature': 'One or more signatures, as in `v1,…`.',
    },
    success: { status: 204, description: 'The report is stored' },
    refusals: ['mailEventsOff'],
  },
  receiveSesEvent: {
    group: 'Mail',
    summary: 'Receive an event of Amazon SES through Amazon SNS',
    description:
      'Only Amazon SNS calls this. It signs every message. Messages of other topics than `MAIL_EVENTS_TOPIC` are refused.',
    access: 'mailer',
    limit: { name: 'mail-events:network', per: 'network', max: 3_000, windowSeconds: 15 * 60 },
    success: { status: 202, description: 'The message is queued' },
    refusals: ['mailEventsOff'],
  },
} as const satisfies Partial<Record<RouteId, Route>>;
