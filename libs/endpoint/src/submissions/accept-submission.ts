import type { IncomingMessage } from 'node:http';
import type { Language } from '@inlet/contracts/languages';
import { chooseLanguage } from '@inlet/contracts/languages/choose-language';
import { requestOrigin } from '@inlet/contracts/origins';
import { unknownForm } from '@inlet/contracts/visitor-pages/hosted-page';
import { type AddressTrust, clientAddress, networkOf } from '@inlet/http/client-address';
import { HttpError } from '@inlet/http/errors';
import { isTestMark, testMarkHeader } from '@inlet/http/test-mark';
import type { Secrets } from '@inlet/process/config';
import { acceptedRedirect } from '#answers/accepted-redirect.ts';
import type { Exchange } from '#answers/exchange.ts';
import { sendStored } from '#answers/send-answer.ts';
import { type KnownForm, laneOf } from '#forms/known-form.ts';
import { formInactive, formNotFound, originNotAllowed, rateLimited } from '#refusals/submit-errors.ts';
import { answerTest, type TestDeps } from '#submissions/answer-test.ts';
import type { Candidate } from '#submissions/candidate.ts';
import { checkRules } from '#submissions/check-rules.ts';
import type { EndpointAddress } from '#submissions/endpoint-address.ts';
import { claimOfGiven, requireOpen } from '#submissions/form-closing.ts';
import {
  idempotencyKeyOf,
  identify,
  idFromGateway,
  payloadOf,
  type SubmissionIdentity,
} from '#submissions/submission-id.ts';
import { type SubmissionOptions, splitSubmission } from '#submissions/submission-options.ts';
import { SubmissionBody } from '#uploads/submission-body.ts';
import type { Uploads } from '#uploads/uploads.ts';

/** Characters of a user agent or an origin that are kept; an ordinary one has some 150. */
const headerMax = 500;

/** What judges and stores submissions: ingest with Redis, `inlet dev` in memory. */
export interface AcceptDeps {
  readonly publicUrl: string;
  readonly trust: AddressTrust;
  /** Proves that a request comes from another service. */
  readonly internalToken: Secrets;
  /** Counts a request of a network. `take` returns the seconds to wait if it sends too often, else null. */
  readonly rateLimit: { readonly take: (network: string) => number | null };
  /** Finds an endpoint's form, active or not, or null. */
  readonly directory: { readonly find: (endpointId: string) => KnownForm | null | Promise<KnownForm | null> };
  readonly uploads: Pick<Uploads, 'begin'>;
  /** Stores a submission. Returns false for a repeat, and throws the reason of a refusal. */
  readonly storeSubmission: { readonly store: (candidate: Candidate) => Promise<boolean> };
  readonly refusals: { readonly note: (formId: string, code: string, origin: string | null) => void };
  readonly tests: TestDeps;
}

/** A request for a form that is known. */
interface Visit {
  readonly exchange: Exchange;
  readonly endpointId: string;
  readonly form: KnownForm;
  readonly origin: string | null;
  /** The visitor's address. */
  readonly address: string;
  /** True for the test of a check-up. */
  readonly isTest: boolean;
}

type ReadBody = Awaited<ReturnType<SubmissionBody['read']>>;

/** Handles a submission from its request to its response. */
export class AcceptSubmission {
  readonly #deps: AcceptDeps;
  readonly #ownOrigin: string;

  constructor(deps: AcceptDeps) {
    this.#deps = deps;
    this.#ownOrigin = new URL(deps.publicUrl).origin;
  }

  /** Responds to a durably stored submission, and throws the refusal of any other. */
  async accept(exchange: Exchange, place: EndpointAddress): Promise<void> {
    const { trust, uploads, storeSubmission, tests } = this.#deps;
    const { request } = exchange;
    const { endpointId, part } = place;
    const address = clientAddress(request, trust);
    const network = networkOf(address);
    const isTest = part === 'check';
    this.#admit(exchange, place, network);
    const form = await this.#findForm(exchange, endpointId);
    const origin = requestOrigin(request.headers) ?? (part === 'page' && isUnnamed(request) ? this.#ownOrigin : null);
    const body = new SubmissionBody(uploads, request, form, network);
    try {
      if (!this.#allows(form, origin)) throw originNotAllowed();
      if (form.closing) requireOpen(form.closing);
      const visit = { exchange, endpointId, form, origin, address, isTest };
      const { candidate, options } = this.#judge(visit, await body.read());
      if (isTest) {
        body.abandon();
        return await answerTest(tests, exchange, candidate);
      }
      const isNew = await storeSubmission.store(candidate);
      sendStored(exchange, { submissionId: candidate.submission.id, ...this.#answerFor(visit, options) });
      if (!isNew) body.abandon();
    } catch (error) {
      if (isTest) body.abandon();
      else this.#endRefused(error, form, origin, body);
      throw error;
    }
  }

  /** Makes a submission of what a visitor has sent. Throws if it breaks a rule that the form enforces. */
  #judge(
    { exchange, endpointId, form, origin, address, isTest }: Visit,
    { upload, ...content }: ReadBody,
  ): { candidate: Candidate; options: SubmissionOptions } {
    const { request, requestId, span } = exchange;
    if (exchange.hosted) exchange.hosted.typed = content.fields;
    const { json, options, captchaToken } = splitSubmission(content, form.spam?.captcha, upload !== undefined);
    // A robot that fills the honeypot does not learn the rules.
    const verdict = options.isSpam ? {} : checkRules(form, content.fields, upload, isTest);
    const { id, claim } = this.#identify(request, form, options, payloadOf(json, upload));
    const submission = {
      id,
      formId: form.id,
      userId: form.userId,
      receivedAtMs: Date.now(),
      json,
      origin: shorten(origin),
      userAgent: shorten(request.headers['user-agent']),
      isSpam: options.isSpam,
      subject: options.subject,
      replyTo: options.replyTo,
      spamVersion: form.spam?.version,
      captchaToken,
      address: form.spam?.akismet ? address : undefined,
      claim: claim?.name,
      upload,
      visitorLanguage: form.mailsVisitors && visitorLanguageOf(request),
      ...verdict,
    };
    const candidate = {
      submission,
      endpointId,
      lane: laneOf(form),
      limits: { submissions: form.submissionLimit, bytes: form.byteLimit },
      closing: form.closing,
      claim,
      requestId,
      span,
    };
    return { candidate, options };
  }

  /** What the visitor sees next. A field of the page takes precedence over the form's setting. */
  #answerFor({ endpointId, form, origin }: Visit, options: SubmissionOptions) {
    return {
      message: options.successMessage ?? form.afterSending?.message ?? null,
      redirect: acceptedRedirect(options.redirect, form, origin) ?? form.afterSending?.redirect ?? null,
      thanksUrl: `${this.#deps.publicUrl}/f/${endpointId}/thanks`,
    };
  }

  /** Throws if the client sends too often. A check-up shows its mark instead; without it, there is nothing. */
  #admit(exchange: Exchange, { endpointId, part }: EndpointAddress, network: string): void {
    const { publicUrl, internalToken, rateLimit } = this.#deps;
    if (part === 'page') exchange.hosted = { form: unknownForm, address: { publicUrl, endpointId } };
    if (part === 'check') {
      const mark = exchange.request.headers[testMarkHeader];
      if (!isTestMark(mark, internalToken, endpointId)) throw formNotFound();
      return;
    }
    const retryAfterSeconds = rateLimit.take(network);
    if (retryAfterSeconds !== null) throw rateLimited(retryAfterSeconds);
  }

  /** The installation's own pages may send a form that has a hosted page, whichever websites may. */
  #allows(form: KnownForm, origin: string | null): boolean {
    return form.allows(origin) || (form.page !== undefined && origin === this.#ownOrigin);
  }

  /** The form, which takes submissions and, from its hosted page, has one. Its look is that of the response. */
  async #findForm(exchange: Exchange, endpointId: string): Promise<KnownForm> {
    const form = await this.#deps.directory.find(endpointId);
    if (form === null) throw formNotFound();
    exchange.formId = form.id;
    exchange.look = form.afterSending;
    exchange.language = form.language;
    if (!form.isActive) throw formInactive();
    if (!exchange.hosted) return form;
    if (!form.page) throw formNotFound();
    exchange.hosted.form = form;
    return form;
  }

  /** The id, and the claim that tells a repeat from another submission. */
  #identify(
    request: IncomingMessage,
    form: KnownForm,
    options: SubmissionOptions,
    payload: string,
  ): SubmissionIdentity {
    const key = idempotencyKeyOf(request.headers['idempotency-key'], options.idempotencyKey);
    const given = idFromGateway(request, this.#deps.internalToken);
    const { id, claim } = identify(form.id, key, payload, options.isSpam, given);
    const isCounted = form.closing?.max !== undefined && form.closing.max !== null && !options.isSpam;
    return { id, claim: claim ?? (isCounted ? claimOfGiven(given) : null) };
  }

  /**
   * The form's owner is shown a visitor's mistakes. Internal failures only appear in the log, and the files are kept,
   * because their submission may have been queued.
   */
  #endRefused(error: unknown, form: KnownForm, origin: string | null, body: SubmissionBody): void {
    if (!(error instanceof HttpError) || error.status >= 500) return;
    body.abandon();
    this.#deps.refusals.note(form.id, error.code, shorten(origin));
  }
}

/**
 * True if nothing names another website. A browser sends `null` as the origin of a website that hides its own, so only
 * programs, which could name any origin, and visitors of the page who hide theirs leave it out.
 */
function isUnnamed({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin === undefined && (site === undefined || site === 'same-origin');
}

function shorten(header: string | null | undefined): string | null {
  return header?.slice(0, headerMax) ?? null;
}

/** The language of mails to a visitor; undefined for English. */
function visitorLanguageOf({ headers }: IncomingMessage): Language | undefined {
  const preferred = chooseLanguage(null, headers['accept-language']);
  return preferred === 'en' ? undefined : preferred;
}
