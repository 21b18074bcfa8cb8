import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { endpointIdPattern, type FormEntry } from '@inlet/contracts/form-directory';
import type { Candidate } from '@inlet/endpoint/candidate';
import { createEndpoint, type EndpointLogger } from '@inlet/endpoint/endpoint';
import { parseEndpointAddress } from '@inlet/endpoint/endpoint-address';
import { type KnownForm, knowForm } from '@inlet/endpoint/known-form';
import { rateLimited } from '@inlet/endpoint/submit-errors';
import { createUploads } from '@inlet/endpoint/uploads';
import { HttpError, notFound, serverError, unavailable } from '@inlet/http/errors';
import { type HttpServer, listen } from '@inlet/http/server';
import { createMemoryStore } from '#dev/memory-store.ts';
import type { ShownSubmission } from '#output/submission-text.ts';

/** How the form of every endpoint id is set. */
export type MockForm = Pick<FormEntry, 'allowedOrigins' | 'files' | 'rules'>;

/** A submission as it is printed. */
export interface MockSubmission extends ShownSubmission {
  readonly endpointId: string;
  readonly isSpam: boolean;
  readonly ruleErrors: readonly { readonly field: string; readonly message: string }[];
}

export interface MockOptions {
  readonly port: number;
  readonly form: MockForm;
  /** Each stored submission takes the next status instead, until none is left. */
  readonly failures: readonly number[];
  /** Told of each new submission; the visitor waits for it. */
  readonly onSubmission: (submission: MockSubmission) => Promise<void>;
  /** Told of each refusal by its code. */
  readonly onRefusal: (code: string) => void;
  /** Told of an error of our own. */
  readonly onError: (error: unknown) => void;
}

export interface MockServer {
  /** The origin, such as http://localhost:8090. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const host = '127.0.0.1';
/** A day's plan is not simulated: everything fits. */
const unlimited = 1_000_000_000_000;

/** A server that answers every endpoint as Inlet does, and keeps nothing on disk. */
export async function startMockServer(options: MockOptions): Promise<MockServer> {
  const { port, failures, onSubmission, onRefusal, onError } = options;
  const form = formOf(options.form);
  // A form's own id is the one of its endpoint, so nothing has to be remembered of it.
  const find = (id: string): KnownForm | null => (endpointIdPattern.test(id) ? { ...form, id } : null);
  const store = createMemoryStore(({ submission }) => onSubmission(shown(submission)));
  const waiting = [...failures];
  const logger = loggerOf(onError);
  let handle: ReturnType<typeof createEndpoint> | undefined;
  const server: HttpServer = await listen(
    (request, response) => {
      const address = parseEndpointAddress(request.url ?? '');
      if (address && handle) return handle(request, response, address);
      const { status, message, code } = notFound();
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ error: message, code }));
    },
    { host, port },
  );
  // After the port is open: it runs in the background until it is closed.
  const uploads = createUploads({
    blobs: { put: discard },
    account: {
      openUpload: async ({ bytes }) => ({ outcome: 'granted', bytes, limit: unlimited }),
      cancelUpload: async () => undefined,
    },
    isRedisAway: () => false,
    logger,
  });
  const url = `http://localhost:${server.port}`;
  handle = createEndpoint({
    ...{ publicUrl: url, trust: { trustedProxies: 0 }, internalToken: [randomUUID()], uploads, logger },
    rateLimit: { take: () => null },
    directory: { find },
    storeSubmission: {
      store: async (candidate) => {
        const status = waiting.shift();
        if (status !== undefined) throw failureOf(status);
        return store.store(candidate);
      },
    },
    refusals: { note: () => undefined },
    tests: { readUsed: async () => 0, canUpgrade: false },
    measures: { refused: onRefusal },
    metrics: { observeHttp: () => undefined },
    lifecycle: { isClosing: () => false, onClose: () => undefined },
  });
  return {
    url,
    close: async () => {
      await server.close();
      await uploads.close();
    },
  };
}

function shown(accepted: Candidate['submission']): MockSubmission {
  const { id, formId: endpointId, receivedAtMs, origin, isSpam, json, upload, ruleErrors = '[]' } = accepted;
  const createdAt = new Date(receivedAtMs).toISOString();
  const [data, broken] = [JSON.parse(json), JSON.parse(ruleErrors)];
  return { id, endpointId, createdAt, origin, isSpam, data, files: upload?.files ?? [], ruleErrors: broken };
}

function formOf(form: MockForm): KnownForm {
  return knowForm({
    id: randomUUID(),
    userId: randomUUID(),
    name: 'Form',
    isActive: true,
    submissionLimit: unlimited,
    byteLimit: unlimited,
    bodyMaxBytes: null,
    ...form,
  });
}

async function discard(_key: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  for await (const _piece of bytes);
}

/** The refusal with this status that ingest has, or a plain one. */
function failureOf(status: number): HttpError {
  if (status === 429) return rateLimited(1);
  if (status === 500) return serverError();
  if (status === 503) return unavailable();
  return new HttpError(status, `status_${status}`, STATUS_CODES[status] ?? 'Failed');
}

/** Refusals are reported by `onRefusal`; only our own errors reach `onError`. */
function loggerOf(onError: (error: unknown) => void): EndpointLogger {
  const none = () => undefined;
  return {
    ...{ isLevelEnabled: () => false, debug: none, info: none, warn: none },
    error: (fields: unknown) => onError(Object(fields).err),
  };
}
