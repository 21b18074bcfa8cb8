import type { IncomingMessage } from 'node:http';
import { parseTraceparent, traceparentHeader } from '@inlet/observe/traceparent';
import type { Tracing } from '@inlet/observe/tracing';
import type { Span } from '@opentelemetry/api';

/** Codes of the API that stand here as numbers, so that a process that is not traced does not load it. */
const statusError = 2;
/** Asked every few seconds by machines: their traces would be most of all there are, and tell nothing. */
const untraced = new Set(['/livez', '/readyz', '/metrics']);

type Traceable = Pick<IncomingMessage, 'headers'> & {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
};

/** Starts the span of a request, which continues the trace of the caller. Probes have none. */
export function startRequestSpan(tracing: Tracing, request: Traceable, requestId: string): Span | undefined {
  if (untraced.has(request.url ?? '')) return undefined;
  return tracing.start(request.method ?? '', {
    kind: 'server',
    parent: parseTraceparent(request.headers[traceparentHeader]),
    attributes: { 'inlet.request_id': requestId },
  });
}

/** Ends it. The route is its template: an address holds ids, and may hold a secret. */
export function endRequestSpan(span: Span, method: string, route: string, status: number): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  });
  if (status >= 500) span.setStatus({ code: statusError });
  span.end();
}
