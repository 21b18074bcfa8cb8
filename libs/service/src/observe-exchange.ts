import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Lifecycle } from '#lifecycle.ts';
import type { Logger } from '#logger.ts';
import type { Metrics } from '#metrics.ts';
import { requestIdOf } from '#request-id.ts';

export interface ExchangeObserver {
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
}

/**
 * Gives a request its id, which the answer carries, and measures it until the answer is over. The route is its
 * template, never the address itself: its ids would make a series each.
 */
export function observeExchange(
  { logger, lifecycle, metrics }: ExchangeObserver,
  request: IncomingMessage,
  response: ServerResponse,
  routeOf: () => string,
): string {
  const startMs = performance.now();
  const requestId = requestIdOf(request.headers['x-request-id']);
  response.setHeader('x-request-id', requestId);
  if (lifecycle.isClosing()) response.setHeader('connection', 'close');
  response.on('close', () => {
    const seconds = (performance.now() - startMs) / 1_000;
    const [method = '', route, status] = [request.method, routeOf(), response.statusCode];
    metrics.observeHttp(method, route, status, seconds);
    if (logger.isLevelEnabled('debug')) logger.debug({ requestId, method, route, status, seconds }, 'answered');
  });
  return requestId;
}
