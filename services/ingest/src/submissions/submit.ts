import { requestOrigin } from '@inlet/contracts/origins';
import type { AcceptedUpload } from '@inlet/contracts/uploads';
import { clientAddress, networkOf } from '@inlet/service/client-address';
import { HttpError } from '@inlet/service/http-error';
import { acceptedRedirect } from '#answers/accepted-redirect.ts';
import { sendStored } from '#answers/send-answer.ts';
import { bodyParser } from '#bodies/parse-body.ts';
import { readFormBody } from '#bodies/read-form-body.ts';
import { trustOf } from '#config.ts';
import type { IngestDeps } from '#deps.ts';
import type { Exchange } from '#http/exchange.ts';
import { formInactive, formNotFound, originNotAllowed, rateLimited } from '#refusals/submit-errors.ts';
import { idempotencyKeyOf, identify, idFromGateway } from '#submissions/submission-id.ts';
import { splitSubmission } from '#submissions/submission-options.ts';
import { openBodyWithFiles } from '#uploads/body-with-files.ts';

/** Characters of a user agent or an origin that are kept; an honest one has some 150. */
const headerMax = 500;

export type SubmitDeps = Pick<IngestDeps, 'directory' | 'accept' | 'rateLimit' | 'refusals' | 'config' | 'uploads'>;

/** What an idempotency key stands for: the fields as they are stored, and the content of the files. */
function payloadOf(json: string, upload: AcceptedUpload | undefined): string {
  return upload ? [json, ...upload.files.map(({ sha256 }) => sha256)].join('\n') : json;
}

export type Submit = (exchange: Exchange, endpointId: string) => Promise<void>;

/** One submission: count the client, find the form, check the origin, read the fields, store them, answer. */
export function createSubmit(deps: SubmitDeps): Submit {
  const { directory, accept, rateLimit, refusals, config, uploads } = deps;
  const trust = trustOf(config);

  return async (exchange, endpointId) => {
    const { request } = exchange;
    const address = clientAddress(request, trust);
    const network = networkOf(address);
    const retryAfterSeconds = rateLimit.take(network);
    if (retryAfterSeconds !== null) throw rateLimited(retryAfterSeconds);
    const found = directory.find(endpointId);
    const form = found instanceof Promise ? await found : found;
    if (form === null) throw formNotFound();
    exchange.formId = form.id;
    if (!form.isActive) throw formInactive();
    const origin = requestOrigin(request.headers);
    const shownOrigin = origin?.slice(0, headerMax) ?? null;
    const withFiles = form.files && openBodyWithFiles(uploads, request, form, network);
    let mayBeQueued = false;
    try {
      if (!form.allows(origin)) throw originNotAllowed();
      const parse = bodyParser(request.headers, form.files !== undefined);
      const body = withFiles ? await withFiles.read(parse) : await parse(await readFormBody(request, form));
      const files = withFiles?.stored();
      const { json, options, captchaToken } = splitSubmission(body, form.spam?.captcha, files !== undefined);
      const key = idempotencyKeyOf(request.headers['idempotency-key'], options.idempotencyKey);
      const given = idFromGateway(request, config.INTERNAL_TOKEN);
      const { id, claim } = identify(form.id, key, payloadOf(json, files), options.isSpam, given);
      const submission = {
        id,
        formId: form.id,
        userId: form.userId,
        receivedAtMs: Date.now(),
        json,
        origin: shownOrigin,
        userAgent: request.headers['user-agent']?.slice(0, headerMax) ?? null,
        isSpam: options.isSpam,
        subject: options.subject,
        replyTo: options.replyTo,
        spamVersion: form.spam?.version,
        captchaToken,
        address: form.spam?.akismet ? address : undefined,
        claim: claim?.name,
        upload: files,
      };
      const { requestId, span } = exchange;
      const limits = { submissions: form.submissionLimit, bytes: form.byteLimit };
      mayBeQueued = true;
      const isNew = await accept({ submission, limits, claim, requestId, span });
      sendStored(exchange, {
        submissionId: submission.id,
        message: options.successMessage,
        redirect: acceptedRedirect(options.redirect, form, origin),
        thanksUrl: `${config.PUBLIC_URL}/f/${endpointId}/thanks`,
      });
      if (!files || !isNew) withFiles?.abandon();
    } catch (error) {
      // Where it is not known whether the submission is queued, its files have to stay.
      const isRefused = !mayBeQueued || (error instanceof HttpError && error.status < 500);
      if (isRefused) withFiles?.abandon();
      else withFiles?.leave();
      // What its visitor did wrong, the owner of the form may want to know; what we did wrong is in our own log.
      if (error instanceof HttpError && error.status < 500) refusals.note(form.id, error.code, shownOrigin);
      throw error;
    }
  };
}
