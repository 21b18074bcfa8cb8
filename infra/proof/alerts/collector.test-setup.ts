import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

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

/** Takes traces over OTLP and keeps them in memory. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  let received = '';
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received += body;
    const { resourceSpans } = JSON.parse(body) as ExportRequest;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...span, service, links: span.links ?? [] });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Everything that was sent, as it was sent. */
    received: () => received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
