import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Span } from '@opentelemetry/api';
import type { ExchangeObserver } from '#observe-exchange.ts';
import { requestIdOf } from '#request-id.ts';
import { endRequestSpan, startRequestSpan } from '#request-span.ts';

/** A request and the one answer to it, for a path so busy that Express would be a third of its cost. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly requestId: string;
  /** Undefined where nothing is traced. */
  readonly span: Span | undefined;
  /** Sends the whole answer: its status, its headers as names and values in turn, and its text. */
  readonly answer: (status: number, headers: readonly string[], text: string) => void;
  /** An answer that is out cannot be taken back. */
  readonly isAnswered: () => boolean;
}

/** The one status whose answer must not tell a length. */
const noContent = 204;

/** Opens an exchange: it gives the request its id and measures it, under the template of its address. */
export function openExchange(
  { logger, lifecycle, metrics, tracing }: ExchangeObserver,
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
    isAnswered: () => response.headersSent,
    answer: (status, headers, text) => {
      const length = status === noContent ? [] : ['content-length', String(Buffer.byteLength(text))];
      const closing = lifecycle.isClosing() ? ['connection', 'close'] : [];
      response.writeHead(status, ['x-request-id', requestId, ...length, ...closing, ...headers]);
      response.end(text);
      const seconds = (performance.now() - startMs) / 1_000;
      metrics.observeHttp(request.method ?? '', route, status, seconds);
      if (span) endRequestSpan(span, request.method ?? '', route, status);
      if (logger.isLevelEnabled('debug')) logger.debug({ requestId, route, status, seconds }, 'answered');
    },
  };
}
