import type { IncomingMessage, ServerResponse } from 'node:http';
import { endpointIdPattern } from '@inlet/contracts/form-directory';
import { hostedPageUrl } from '@inlet/contracts/visitor-pages/hosted-page';
import { howToUsePage, thanksPage } from '@inlet/contracts/visitor-pages/pages';
import { clientAddress, networkOf, networkPrefix } from '@inlet/http/client-address';
import { methodNotAllowed, toHttpError } from '@inlet/http/errors';
import { createRefusalLog } from '@inlet/http/refusal-log';
import { fixedHeaders } from '@inlet/http/security-headers';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Logger } from '@inlet/process/logger';
import { jsonSchemaOf } from '@inlet/rules/json-schema';
import { type Exchange, type ExchangeOptions, openExchange } from '#answers/exchange.ts';
import { sendPage, wordsFor } from '#answers/pages.ts';
import { sendRefusal } from '#answers/send-answer.ts';
import { sendPreflight } from '#answers/send-preflight.ts';
import { sendEmpty, sendSchema } from '#answers/send-text.ts';
import { wantsHtml } from '#answers/wants-html.ts';
import { formNotFound, rateLimited, rulesNotFound } from '#refusals/submit-errors.ts';
import { type AcceptDeps, AcceptSubmission } from '#submissions/accept-submission.ts';
import type { EndpointAddress } from '#submissions/endpoint-address.ts';

/** What the endpoint logs with. */
export type EndpointLogger = Pick<Logger, 'isLevelEnabled' | 'debug' | 'info' | 'warn' | 'error'>;

export type Endpoint = (request: IncomingMessage, response: ServerResponse, address: EndpointAddress) => void;

export interface EndpointDeps extends AcceptDeps, Omit<ExchangeOptions, 'fixedHeaders'> {
  readonly logger: EndpointLogger;
  readonly lifecycle: Pick<Lifecycle, 'isClosing' | 'onClose'>;
  readonly measures: { readonly refused: (code: string) => void };
}

const methods = 'POST, OPTIONS';
const readMethods = 'GET, HEAD, OPTIONS';

function takesSubmissions({ part }: EndpointAddress): boolean {
  return part === null || part === 'page' || part === 'check';
}

/** Creates the handler of the public endpoints. */
export function createEndpoint(deps: EndpointDeps): Endpoint {
  const { publicUrl, trust, logger, lifecycle, tracing, measures, rateLimit, directory } = deps;
  const submissions = new AcceptSubmission(deps);
  const observer = { ...deps, fixedHeaders: fixedHeaders(publicUrl) };
  const log = createRefusalLog(logger);
  lifecycle.onClose('flush', 'refusals of the endpoint', log.flush);

  /**
   * The page named in JSON responses. If its form is unknown, or the network exceeds its limit, the default page is
   * shown.
   */
  async function sendThanks(exchange: Exchange, endpointId: string): Promise<void> {
    const isLimited = rateLimit.take(networkOf(clientAddress(exchange.request, trust))) !== null;
    const form = isLimited ? null : await Promise.resolve(directory.find(endpointId)).catch(() => null);
    exchange.look = form?.afterSending;
    exchange.language = form?.language;
    sendPage(exchange, 200, thanksPage(wordsFor(exchange), form?.afterSending?.message ?? null, null));
  }

  /** What the form expects, for programs. */
  async function answerSchema(exchange: Exchange, endpointId: string): Promise<void> {
    const retryAfterSeconds = rateLimit.take(networkOf(clientAddress(exchange.request, trust)));
    if (retryAfterSeconds !== null) throw rateLimited(retryAfterSeconds);
    const form = await directory.find(endpointId);
    if (!form?.isActive) throw formNotFound();
    if (!form.rules) throw rulesNotFound();
    sendSchema(exchange, jsonSchemaOf(form.rules, { endpoint: `${publicUrl}/api/forms/${endpointId}/schema` }));
  }

  async function answerOther(exchange: Exchange, address: EndpointAddress): Promise<void> {
    const { endpointId, part } = address;
    const { method, headers } = exchange.request;
    const isLook = method === 'GET' || method === 'HEAD';
    if (method === 'OPTIONS') sendPreflight(exchange);
    else if (isLook && part === 'thanks') await sendThanks(exchange, endpointId);
    else if (isLook && part === 'schema') await answerSchema(exchange, endpointId);
    // The address of a page with faults, when it is opened again.
    else if (isLook && part === 'page') sendEmpty(exchange, 303, ['location', hostedPageUrl(publicUrl, endpointId)]);
    // Opening the address in a browser is neither a submission nor a mistake: the page explains the address.
    else if (isLook && wantsHtml(headers)) {
      sendPage(exchange, 405, howToUsePage(wordsFor(exchange), `${publicUrl}/f/${endpointId}`), ['allow', methods]);
    } else throw methodNotAllowed(takesSubmissions(address) ? methods : readMethods);
  }

  function handle(exchange: Exchange, response: ServerResponse, address: EndpointAddress): void {
    const isSubmission = exchange.request.method === 'POST' && takesSubmissions(address);
    const answered = isSubmission ? submissions.accept(exchange, address) : answerOther(exchange, address);
    answered.catch((error: unknown) => {
      const refusal = toHttpError(error);
      if (isSubmission) measures.refused(refusal.code);
      log.note(describe(exchange, address), refusal, error);
      if (exchange.isAnswered()) response.destroy();
      else sendRefusal(exchange, refusal);
    });
  }

  function describe({ request, requestId, route, formId }: Exchange, { endpointId }: EndpointAddress) {
    const network = networkPrefix(clientAddress(request, trust));
    // Only an endpoint id may be logged; any other text is the visitor's own.
    const id = endpointIdPattern.test(endpointId) ? endpointId : undefined;
    return { requestId, method: request.method ?? '', route, network, endpointId: id, formId };
  }

  return (request, response, address) => {
    const exchange = openExchange(observer, request, response, address.route);
    if (tracing && exchange.span) tracing.within(exchange.span, handle, exchange, response, address);
    else handle(exchange, response, address);
  };
}
