import { pipeline, Readable } from 'node:stream';
import { createHttpApp, type HttpAppOptions } from '@inlet/http/app';
import { defineHttpError } from '@inlet/http/errors';
import { validate } from '@inlet/http/validate';
import type { Express, Request, Response } from 'express';
import * as z from 'zod';
import type { CaughtMail, MailSummary } from '#mail-catcher/caught-mail.ts';
import type { Mailbox } from '#mail-catcher/mailbox.ts';
import { frameHeaders, pageHeaders } from '#mail-catcher/page-headers.ts';
import { absentPage, listPage, mailFrame, mailPage } from '#mail-catcher/pages.ts';
import type { Html } from '#pages/html.ts';
import { requireHere } from '#pages/require-here.ts';
import { style } from '#pages/style.ts';

export interface InboxOptions extends Pick<HttpAppOptions, 'logger' | 'lifecycle' | 'metrics'> {
  readonly mailbox: Mailbox;
}

const mailNotFound = defineHttpError(404, 'mail_not_found', 'There is no such mail');
const querySchema = z.object({ to: z.string('Give one address').optional() });

/** The inbox as pages without JavaScript, and as JSON for programs. */
export function createInbox({ mailbox, ...rest }: InboxOptions): Express {
  const find = (request: Request): CaughtMail => {
    const mail = mailbox.read(String(request.params.id));
    if (mail === null) throw mailNotFound();
    return mail;
  };
  return createHttpApp({
    ...rest,
    dependencies: [],
    routes: (app) => {
      app.use(requireHere());
      app.get('/', (request, response) => {
        const { to } = validate(querySchema, request.query);
        show(response, listPage(mailbox.list(to), to));
      });
      app.get('/mails/:id', (request, response) => {
        const mail = mailbox.read(request.params.id);
        show(response.status(mail === null ? 404 : 200), mail === null ? absentPage() : mailPage(mail));
      });
      app.get('/mails/:id/html', (request, response) => {
        response
          .set(frameHeaders)
          .type('html')
          .send(mailFrame(find(request)));
      });
      app.get('/inbox.css', (_request, response) => {
        response.set(pageHeaders).type('css').send(style.text);
      });
      app.post('/delete', (_request, response) => {
        mailbox.clear();
        response.redirect(303, '/');
      });

      app.get('/api/mails', (request, response) => {
        response.json({ mails: mailbox.list(validate(querySchema, request.query).to) });
      });
      app.get('/api/mails/:id', (request, response) => {
        response.json(find(request));
      });
      app.get('/messages.json', (request, response) => {
        const mails = mailbox.list(validate(querySchema, request.query).to);
        // Only the client can end it early, and there is nothing to do then.
        pipeline(
          Readable.from(writeMails(mailbox, mails), { objectMode: false }),
          response.type('json'),
          () => undefined,
        );
      });
      app.delete('/api/mails', (_request, response) => {
        mailbox.clear();
        response.status(204).end();
      });
    },
  });
}

/** One mail at a time, because all mails may be gigabytes. A mail that was deleted meanwhile is left out. */
function* writeMails(mailbox: Mailbox, mails: readonly MailSummary[]): Generator<string> {
  let separator = '[';
  for (const { id } of mails) {
    const mail = mailbox.read(id);
    if (mail === null) continue;
    yield separator + JSON.stringify(mail);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

function show(response: Response, page: Html): void {
  response.set(pageHeaders).type('html').send(page.text);
}
