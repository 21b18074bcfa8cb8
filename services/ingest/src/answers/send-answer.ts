import { logRefusal, requestId } from '@inlet/service/http-app';
import { toHttpError } from '@inlet/service/http-error';
import type { Logger } from '@inlet/service/logger';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { backAddress, refusalPage, sendPage, thanksPage } from '#answers/pages.ts';
import { presentFailure, presentSuccess } from '#answers/present-answers.ts';
import { wantsHtml } from '#answers/wants-html.ts';

export interface Stored {
  readonly submissionId: string;
  readonly message: string | null;
  /** Where the form wants its visitors to go next, if it may. */
  readonly redirect: string | null;
  /** The hosted thank-you page. */
  readonly thanksUrl: string;
}

/** Tells a visitor or a program that the submission is stored. */
export function sendStored(request: Request, response: Response, stored: Stored): void {
  const { submissionId, message, redirect, thanksUrl } = stored;
  if (!wantsHtml(request.headers)) {
    response.json(presentSuccess(submissionId, message, redirect ?? thanksUrl));
  } else if (redirect !== null) {
    response.status(303).set('location', redirect).end();
  } else {
    sendPage(response, 200, thanksPage(message, backAddress(request.headers.referer)));
  }
}

export interface RefusalDeps {
  readonly logger: Logger;
  /** Takes note of a refusal for the form's owner. */
  readonly note: (response: Response, code: string) => void;
}

/** Tells a visitor or a program why a submission was not taken. */
export function sendRefusal({ logger, note }: RefusalDeps): ErrorRequestHandler {
  return (error, request, response, next) => {
    const refusal = toHttpError(error);
    logRefusal(logger, requestId(response), refusal, error);
    if (response.headersSent) {
      next(error);
      return;
    }
    if (refusal.status < 500) note(response, refusal.code);
    if (refusal.details.headers) response.set(refusal.details.headers);
    if (wantsHtml(request.headers))
      sendPage(response, refusal.status, refusalPage(refusal, backAddress(request.headers.referer)));
    else response.status(refusal.status).json(presentFailure(refusal));
  };
}
