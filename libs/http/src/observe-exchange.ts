import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from '@inlet/observe/metrics';
import type { Tracing } from '@inlet/observe/tracing';
import type { Lifecycle } from '@inlet/process/lifecycle';
import type { Logger } from '@inlet/process/logger';
import type { Span } from '@opentelemetry/api';
import { requestIdOf } from '#request-id.ts';
import { endRequestSpan, startRequestSpan } from '#request-span.ts';

export interface ExchangeObserver {
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
}

export interface ObservedExchange {
  readonly requestId: string;
  /** Undefined without tracing. */
  readonly span: Span | undefined;
}

/**
 * Assigns a request id, which the response carries, and measures the request until the response is over. The route is a
 * template: an address contains ids, and each would create a metric series.
 */
export function observeExchange(
  { logger, metrics, tracing }: ExchangeObserver,
  request: IncomingMessage,
  response: ServerResponse,
  routeOf: () => string,
): ObservedExchange {
  const startMs = performance.now();
  const requestId = requestIdOf(request.headers['x-request-id']);
  const span = tracing && startRequestSpan(tracing, request, requestId);
  response.setHeader('x-request-id', requestId);
  response.on('close', () => {
    const seconds = (performance.now() - startMs) / 1_000;
    const [method = '', route, status] = [request.method, routeOf(), response.statusCode];
    metrics.observeHttp(method, route, status, seconds);
    if (span) endRequestSpan(span, method, route, status);
    if (logger.isLevelEnabled('debug'))
      logger.debug({ requestId, method, route, status, seconds }, 'http: request answered');
  });
  return { requestId, span };
}
