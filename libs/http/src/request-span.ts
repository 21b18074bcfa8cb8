import type { IncomingMessage } from 'node:http';
import { parseTraceparent, traceparentHeader } from '@inlet/observe/traceparent';
import type { Tracing } from '@inlet/observe/tracing';
import type { Span } from '@opentelemetry/api';

/** These constants repeat numbers of the API, so that a process without tracing does not load it. */
const statusError = 2;
/** Probes are called every few seconds: their traces would be most of all traces, and useless. */
const untraced = new Set(['/livez', '/readyz', '/metrics']);

type Traceable = Pick<IncomingMessage, 'headers'> & {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
};

/** Starts the span of a request, which continues the caller's trace. Probes are not traced. */
export function startRequestSpan(tracing: Tracing, request: Traceable, requestId: string): Span | undefined {
  if (untraced.has(request.url ?? '')) return undefined;
  return tracing.start(request.method ?? '', {
    kind: 'server',
    parent: parseTraceparent(request.headers[traceparentHeader]),
    attributes: { 'inlet.request_id': requestId },
  });
}

/** Ends the span. Its route is a template: an address contains ids, and may contain a secret. */
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
