import { bodyBytesMax } from '@inlet/contracts/forms';
import { requestOrigin } from '@inlet/contracts/origins';
import type { AcceptedUpload } from '@inlet/contracts/uploads';
import { clientAddress, networkOf } from '@inlet/service/client-address';
import type { DirectRequest } from '@inlet/service/direct-request';
import { HttpError } from '@inlet/service/http-error';
import { allowLongBody, discardLongBody } from '@inlet/service/long-body';
import { acceptedRedirect } from '#answers/accepted-redirect.ts';
import { sendStored } from '#answers/send-answer.ts';
import type { FilePart } from '#bodies/multipart.ts';
import { bodyParser, type ParsedBody } from '#bodies/parse-body.ts';
import { readBody } from '#bodies/read-body.ts';
import { trustOf } from '#config.ts';
import type { IngestDeps } from '#deps.ts';
import type { Exchange } from '#http/exchange.ts';
import { formInactive, formNotFound, originNotAllowed, rateLimited } from '#refusals/submit-errors.ts';
import { idempotencyKeyOf, identify, idFromGateway } from '#submissions/submission-id.ts';
import { splitSubmission } from '#submissions/submission-options.ts';
import { announcedBytes, isStreamed, readUpload } from '#uploads/read-upload.ts';
import type { Sender, Upload } from '#uploads/uploads.ts';

/** Characters of a user agent or an origin that are kept; an honest one has some 150. */
const headerMax = 500;

export type SubmitDeps = Pick<IngestDeps, 'directory' | 'accept' | 'rateLimit' | 'refusals' | 'config' | 'uploads'>;
/** What an idempotency key stands for: the fields as they are stored, and the content of the files. */
function payloadOf(json: string, upload: AcceptedUpload | undefined): string {
  return upload ? [json, ...upload.files.map(({ sha256 }) => sha256)].join('\n') : json;
}

function senderOf({ socket }: DirectRequest, address: string): Sender {
  return { network: networkOf(address), socket };
}

function bytesOf(files: readonly FilePart[]): number {
  return files.reduce((sum, { content }) => sum + content.length, 0);
}

async function* inOne(content: Buffer): AsyncGenerator<Buffer> {
  if (content.length > 0) yield content;
}

export type Submit = (exchange: Exchange, endpointId: string) => Promise<void>;

/** One submission: count the client, find the form, check the origin, read the fields, store them, answer. */
export function createSubmit(deps: SubmitDeps): Submit {
  const { directory, accept, rateLimit, refusals, config, uploads } = deps;
  const trust = trustOf(config);

  return async (exchange, endpointId) => {
    const { request } = exchange;
    const address = clientAddress(request, trust);
    const retryAfterSeconds = rateLimit.take(networkOf(address));
    if (retryAfterSeconds !== null) throw rateLimited(retryAfterSeconds);
    const found = directory.find(endpointId);
    const form = found instanceof Promise ? await found : found;
    if (form === null) throw formNotFound();
    exchange.formId = form.id;
    if (!form.isActive) throw formInactive();
    const origin = requestOrigin(request.headers);
    const shownOrigin = origin?.slice(0, headerMax) ?? null;
    let upload: Upload | undefined;
    let mayBeQueued = false;
    try {
      if (!form.allows(origin)) throw originNotAllowed();
      const parse = bodyParser(request.headers, form.files !== undefined);
      const maxBytes = form.bodyMaxBytes ?? bodyBytesMax;
      let body: ParsedBody;
      if (form.files && isStreamed(request, maxBytes)) {
        allowLongBody(request);
        upload = await uploads.begin(form, senderOf(request, address), announcedBytes(request, maxBytes));
        body = { fields: await readUpload(request, upload, maxBytes), json: null };
      } else {
        body = parse(await readBody(request, maxBytes));
        if (body.files) {
          upload = await uploads.begin(form, senderOf(request, address), bytesOf(body.files));
          for (const { field, filename, content } of body.files) await upload.add(field, filename, inOne(content));
        }
      }
      const files = upload?.accepted();
      upload?.end();
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
      if (!files || !isNew) await upload?.abandon();
    } catch (error) {
      // Where it is not known whether the submission is queued, its files have to stay.
      const isRefused = !mayBeQueued || (error instanceof HttpError && error.status < 500);
      if (upload && isRefused) await upload.abandon();
      else upload?.end();
      if (form.files) discardLongBody(request);
      // What its visitor did wrong, the owner of the form may want to know; what we did wrong is in our own log.
      if (error instanceof HttpError && error.status < 500) refusals.note(form.id, error.code, shownOrigin);
      throw error;
    }
  };
}
