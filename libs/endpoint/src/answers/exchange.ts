import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Look } from '@inlet/contracts/after-sending';
import type { Language } from '@inlet/contracts/languages';
import type { Typed } from '@inlet/contracts/visitor-pages/form-fields';
import type { PageAddress, ShownForm } from '@inlet/contracts/visitor-pages/hosted-page';
import { requestIdOf } from '@inlet/http/request-id';
import { endRequestSpan, startRequestSpan } from '@inlet/http/request-span';
import type { Metrics } from '@inlet/observe/metrics';
import type { Span, Tracing } from '@inlet/observe/tracing';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Logger } from '@inlet/process/logger';

export interface HostedSubmission {
  /** `unknownForm` until it is known and shows a page. */
  form: ShownForm;
  readonly address: PageAddress;
  /** What the visitor typed, once the body is read. */
  typed?: Typed;
}

/** A request and its response, for a path where Express would be a third of the cost. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly requestId: string;
  /** Undefined without tracing. */
  readonly span: Span | undefined;
  /** The template of the address. */
  readonly route: string;
  /** The form, once it is known; it is logged with a refusal. */
  formId: string | undefined;
  /** The owner's look for the pages of visitors. */
  look: Look | undefined;
  /** The form's language for visitors, if its owner chose one. */
  language: Language | undefined;
  /** The hosted page that sent the submission, once its form is known. */
  hosted: HostedSubmission | undefined;
  readonly publicUrl: string;
  /** Sends the complete response: its status, its headers as alternating names and values, and its text. */
  readonly answer: (status: number, headers: readonly string[], text: string) => void;
  /** True once the response is sent. */
  readonly isAnswered: () => boolean;
}

/** The one status whose response must not have a length. */
const noContent = 204;

export interface ExchangeOptions {
  readonly logger: Pick<Logger, 'isLevelEnabled' | 'debug'>;
  readonly lifecycle: Pick<Lifecycle, 'isClosing'>;
  readonly metrics: Pick<Metrics, 'observeHttp'>;
  readonly tracing?: Tracing | undefined;
  /** Headers of every response, as alternating names and values. */
  readonly fixedHeaders: readonly string[];
  /** The address of the installation, from which its pages load their typeface. */
  readonly publicUrl: string;
}

/** Opens an exchange: it assigns a request id and measures the request under its address's template. */
export function openExchange(
  { logger, lifecycle, metrics, tracing, fixedHeaders, publicUrl }: ExchangeOptions,
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
): Exchange {
  const startMs = performance.now();
  const requestId = requestIdOf(request.headers['x-request-id']);
  const span = tracing && startRequestSpan(tracing, request, requestId);
  return {
    request,
    requestId,
    span,
    route,
    formId: undefined,
    look: undefined,
    language: undefined,
    hosted: undefined,
    publicUrl,
    isAnswered: () => response.headersSent,
    answer: (status, headers, text) => {
      const bytes = Buffer.byteLength(text);
      const all = ['x-request-id', requestId, ...fixedHeaders, ...headers];
      if (status !== noContent) all.push('content-length', String(bytes));
      if (lifecycle.isClosing()) all.push('connection', 'close');
      response.writeHead(status, all);
      // If each character is one byte, nothing needs encoding, and the whole response is copied as it is.
      response.end(text, bytes === text.length ? 'latin1' : 'utf8');
      const seconds = (performance.now() - startMs) / 1_000;
      metrics.observeHttp(request.method ?? '', route, status, seconds);
      if (span) endRequestSpan(span, request.method ?? '', route, status);
      if (logger.isLevelEnabled('debug')) logger.debug({ requestId, route, status, seconds }, 'http: request answered');
    },
  };
}
