import { startReceiver } from '#house/receiver.test-setup.ts';

/** A span as the collector received it. */
export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { stringValue?: string } }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

/** Receives traces over OTLP and keeps them in memory. */
export async function startCollector() {
  const { url, received, close } = await startReceiver();
  return {
    url,
    spans: () => received.flatMap(({ body }) => spansIn(JSON.parse(body) as ExportRequest)),
    /** All requests, as they were sent. */
    received: () => received.map(({ body }) => body).join(''),
    close,
  };
}

function spansIn({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    const spans = scopeSpans.flatMap((scope) => scope.spans);
    return spans.map((span) => ({ ...span, service, links: span.links ?? [] }));
  });
}
