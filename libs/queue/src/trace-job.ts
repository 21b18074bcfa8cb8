import { parseTraceparent } from '@inlet/observe/traceparent';
import type { Tracing } from '@inlet/observe/tracing';
import { type JobName, jobs } from '#jobs.ts';

/** Runs a job in a span that continues the trace of its producer and links the traces of its submissions. */
export function traceJob(tracing: Tracing, name: JobName, payload: object, work: () => Promise<void>): Promise<void> {
  const told = 'trace' in payload && Array.isArray(payload.trace) ? payload.trace : [];
  const [parent, ...links] = told.flatMap((text) => parseTraceparent(text) ?? []);
  const attributes = {
    'messaging.system': 'bullmq',
    'messaging.operation.type': 'process',
    'messaging.destination.name': jobs[name].queue,
  };
  return tracing.trace(`process ${name}`, { kind: 'consumer', parent, links, attributes }, work);
}
