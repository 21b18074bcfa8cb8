import { requestOrigin } from '@inlet/contracts/origins';
import { HttpError, unavailable } from '@inlet/service/http-error';
import type { Request, RequestHandler, Response } from 'express';
import { acceptedRedirect } from '#answers/accepted-redirect.ts';
import { sendStored } from '#answers/send-answer.ts';
import { bodyParser } from '#bodies/parse-body.ts';
import { readBody } from '#bodies/read-body.ts';
import type { IngestDeps } from '#deps.ts';
import type { KnownForm } from '#forms/form-directory.ts';
import { splitSubmission } from '#submissions/steering.ts';
import { idempotencyKeyOf, submissionId } from '#submissions/submission-id.ts';
import { formNotFound, originNotAllowed } from '#submissions/submit-errors.ts';

/** Characters of a user agent or an origin that are kept; an honest one has some 150. */
const headerMax = 500;

export type SubmitDeps = Pick<IngestDeps, 'directory' | 'accept' | 'redisMemory' | 'config' | 'logger'>;

/** One submission: find the form, check the origin, read the fields, store them, answer. */
export function submitHandler({ directory, accept, redisMemory, config, logger }: SubmitDeps): RequestHandler {
  return async (request, response) => {
    const endpointId = String(request.params.endpointId);
    const form = await orUnavailable(directory.find(endpointId), 'the form directory cannot be reached');
    if (!form) throw formNotFound();
    const origin = requestOrigin(request.headers);
    remember(response, form, origin);
    if (!form.allows(origin)) throw originNotAllowed();
    if (redisMemory.isFull()) throw unavailable();

    const parse = bodyParser(request.headers);
    const { json, steering } = splitSubmission(parse(await readBody(request)));
    const key = idempotencyKeyOf(request.headers['idempotency-key'], steering.idempotencyKey);
    const id = submissionId(form.id, key);
    const submission = {
      id,
      formId: form.id,
      userId: form.userId,
      receivedAtMs: Date.now(),
      json,
      origin: origin?.slice(0, headerMax) ?? null,
      userAgent: userAgentOf(request),
      isSpam: steering.isSpam,
      subject: steering.subject,
      replyTo: steering.replyTo,
    };
    await orUnavailable(accept({ submission, limit: form.submissionLimit }), 'a submission could not be queued');
    sendStored(request, response, {
      submissionId: id,
      message: steering.successMessage,
      redirect: acceptedRedirect(steering.redirect, form, origin),
      thanksUrl: `${config.PUBLIC_URL}/f/${endpointId}/thanks`,
    });
  };

  /** A fault between the services is no fault of the visitor's: it is said as such, and logged with its cause. */
  async function orUnavailable<T>(work: T | Promise<T>, message: string): Promise<T> {
    try {
      return await work;
    } catch (err) {
      if (err instanceof HttpError) throw err;
      logger.warn({ err }, message);
      throw unavailable();
    }
  }
}

/** What the refusal, if there is one, will be noted under. */
export interface Addressed {
  readonly formId: string;
  readonly origin: string | null;
}

function remember(response: Response, { id }: KnownForm, origin: string | null): void {
  const addressed: Addressed = { formId: id, origin };
  response.locals.addressed = addressed;
}

function userAgentOf(request: Request): string | null {
  return request.headers['user-agent']?.slice(0, headerMax) ?? null;
}
