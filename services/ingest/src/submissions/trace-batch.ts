import type { Candidate } from '@inlet/endpoint/candidate';
import { formatTraceparent } from '@inlet/observe/traceparent';
import type { Tracing } from '@inlet/observe/tracing';

/** Submissions of a batch that its span links to; each takes 55 bytes in the job. */
const linksMax = 20;

/**
 * Stores a batch in a span of its first submission's trace; it and the spans of the others link to each other. The work
 * receives the trace context for the job. If none of them is recorded, this span is not either.
 */
export function traceBatch<T>(
  tracing: Tracing,
  batch: readonly Candidate[],
  store: (trace?: string[]) => Promise<T>,
): Promise<T> {
  const [first, ...others] = batch.flatMap(({ span }) => (span?.isRecording() ? [span] : []));
  if (!first) return store();
  const links = others.slice(0, linksMax).map((span) => span.spanContext());
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.operation.type': 'send',
    'messaging.destination.name': 'submissions',
    'messaging.batch.message_count': batch.length,
  };
  const start = { kind: 'producer', parent: first.spanContext(), links, attributes } as const;
  return tracing.trace('queue submissions', start, (span) => {
    const context = span.spanContext();
    for (const other of others) other.addLink({ context });
    return store([context, ...links].map(formatTraceparent));
  });
}
