import { requestOrigin } from '@inlet/contracts/origins';
import { unavailable } from '@inlet/service/http-error';
import type { Request, RequestHandler } from 'express';
import { v7 as uuidv7 } from 'uuid';
import type { IngestDeps } from '#deps.ts';
import { presentSuccess } from '#submissions/answers.ts';
import { checkFields } from '#submissions/check-fields.ts';
import { parseJsonFields } from '#submissions/parse-json.ts';
import { readBody } from '#submissions/read-body.ts';
import { splitFields } from '#submissions/steering.ts';
import { formNotFound, originNotAllowed, submissionEmpty, typeNotSupported } from '#submissions/submit-errors.ts';

/** Characters of a user agent that are kept; an honest one has some 150. */
const userAgentMax = 500;

const jsonType = /^application\/json\s*(?:;|$)/i;

/** One submission: find the form, check the origin, read the fields, store them, answer. */
export function submitHandler({ directory, batcher, config, logger }: SubmitDeps): RequestHandler {
  return async (request, response) => {
    const endpointId = String(request.params.endpointId);
    const form = await findForm(endpointId);
    if (!form) throw formNotFound();
    const origin = requestOrigin(request.headers);
    if (!form.allows(origin)) throw originNotAllowed();

    if (!jsonType.test(request.headers['content-type'] ?? '')) throw typeNotSupported();
    const body = await readBody(request);
    const fields = parseJsonFields(body);
    checkFields(fields);
    const { data, steering } = splitFields(fields);
    if (Object.keys(data).length === 0) throw submissionEmpty();

    const id = uuidv7();
    const submission = {
      id,
      formId: form.id,
      receivedAtMs: Date.now(),
      data,
      origin,
      userAgent: userAgentOf(request),
    };
    await store(submission, body.length);
    response.json(presentSuccess(id, steering.successMessage, `${config.PUBLIC_URL}/f/${endpointId}/thanks`));
  };

  async function findForm(endpointId: string) {
    try {
      return await directory.find(endpointId);
    } catch (err) {
      logger.warn({ err }, 'the form directory cannot be reached');
      throw unavailable();
    }
  }

  async function store(...args: Parameters<typeof batcher.add>) {
    try {
      await batcher.add(...args);
    } catch (err) {
      logger.warn({ err }, 'a submission could not be queued');
      throw unavailable();
    }
  }
}

export type SubmitDeps = Pick<IngestDeps, 'directory' | 'batcher' | 'config' | 'logger'>;

function userAgentOf(request: Request): string | null {
  return request.headers['user-agent']?.slice(0, userAgentMax) ?? null;
}
