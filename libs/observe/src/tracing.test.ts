import { SpanStatusCode } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { recordSpans } from '#recorded-spans.test-setup.ts';

const remote = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1 };

describe('a tracing', () => {
  it('makes what begins within a span its child, also after a wait', async () => {
    const { tracing, ended } = recordSpans();
    await tracing.trace('outer', { parent: remote }, async () => {
      await Promise.resolve();
      await tracing.trace('inner', {}, async () => undefined);
    });
    const [inner, outer] = ended();
    expect([inner?.name, outer?.name]).toEqual(['inner', 'outer']);
    expect(outer?.parentSpanContext?.spanId).toBe(remote.spanId);
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
    expect(inner?.spanContext().traceId).toBe(remote.traceId);
  });

  it('records the kind of a failure and not its message', async () => {
    const { tracing, ended } = recordSpans();
    const failure = Object.assign(new Error('a value that nobody may read'), { code: '22P02' });
    await expect(tracing.trace('work', {}, () => Promise.reject(failure))).rejects.toBe(failure);
    const [span] = ended();
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span?.attributes).toEqual({ 'error.type': '22P02' });
    expect(span?.events).toEqual([]);
  });

  it('continues the trace in another process, and sends nothing outside of a span', async () => {
    const { tracing } = recordSpans();
    expect(tracing.headers()).toEqual({});
    const span = tracing.start('work', { parent: remote });
    expect(tracing.within(span, tracing.headers)).toEqual({
      traceparent: `00-${remote.traceId}-${span.spanContext().spanId}-01`,
    });
  });

  it('keeps a share of the traces, also against the wish of their callers', async () => {
    const { tracing, ended } = recordSpans(0);
    await tracing.trace('work', { parent: remote }, async () => undefined);
    expect(ended()).toEqual([]);
  });
});
