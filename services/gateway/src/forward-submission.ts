import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ByteBuffer } from '@inlet/service/byte-buffer';
import { clientAddress, gatewayHeader, submissionIdHeader } from '@inlet/service/client-address';
import type { DirectRequest } from '@inlet/service/direct-request';
import type { ExchangeObserver } from '@inlet/service/observe-exchange';
import { requestIdOf } from '@inlet/service/request-id';
import { endRequestSpan, startRequestSpan } from '@inlet/service/request-span';
import type { GatewayConfig } from '#config.ts';
import { createConnections } from '#connections.ts';
import { withoutHopByHop } from '#hop-by-hop.ts';
import type { KeptBytes } from '#kept-body.ts';

/** A submission that has its id, and whose first try failed. */
export interface BegunSubmission {
  readonly id: string;
  readonly body: Buffer;
  /** The service took it and said nothing until the time was over. */
  readonly isUnanswered: boolean;
}

interface Options extends ExchangeObserver {
  readonly config: Pick<GatewayConfig, 'INGEST_URL' | 'INTERNAL_TOKEN' | 'TRUSTED_PROXIES'>;
  readonly room: KeptBytes;
  readonly begun: WeakMap<IncomingMessage, BegunSubmission>;
  /** Takes every request that is not to be forwarded here, and each whose first try failed. */
  readonly others: RequestListener<typeof DirectRequest>;
}

const endpoint = /^(\/api\/forms|\/f)\//;
/** Ingest breaks a connection for a head above 16 kB, and others share it. */
const headCharactersMax = 8_000;

/**
 * The way of nearly every submission, with the least work: its body is read whole and sent once, over a connection that
 * it shares with others, and the answer is passed on. Express would be most of its cost.
 */
export function createForwardSubmission(options: Options): RequestListener<typeof DirectRequest> {
  const { config, lifecycle, metrics, logger, tracing, room, begun, others } = options;
  const trust = { trustedProxies: config.TRUSTED_PROXIES };
  const connections = createConnections(config.INGEST_URL, lifecycle);
  const [token = ''] = config.INTERNAL_TOKEN;

  return (request, response) => {
    const [, area] = endpoint.exec(request.url ?? '') ?? [];
    const bytes = Number(request.headers['content-length']);
    if (area === undefined || !isPlain(request) || !room.take(bytes)) return others(request, response);
    const body = new ByteBuffer(bytes);
    request.takeBody({
      take: (piece) => body.add(piece),
      over: (isWhole) => {
        if (isWhole) send(request, response, `${area}/*`, body.takeAll());
        else room.give(bytes);
      },
    });
  };

  function send(
    request: DirectRequest,
    response: ServerResponse & { req: DirectRequest },
    route: string,
    body: Buffer,
  ): void {
    const startMs = performance.now();
    const { method = '', url: path = '', headers } = request;
    const requestId = requestIdOf(headers['x-request-id']);
    const span = tracing && startRequestSpan(tracing, request, requestId);
    const id = randomUUIDv7();
    const outgoing = withoutHopByHop(headers);
    // The body is here, and its length is written with it.
    outgoing.expect = undefined;
    outgoing['content-length'] = undefined;
    outgoing['x-request-id'] = requestId;
    if (span) Object.assign(outgoing, tracing?.within(span, tracing.headers));
    outgoing['x-forwarded-for'] = clientAddress(request, trust);
    outgoing['x-forwarded-proto'] = 'http';
    outgoing['x-forwarded-host'] = headers.host;
    outgoing[gatewayHeader] = token;
    outgoing[submissionIdHeader] = id;
    const mayHaveFiles = headers['content-type']?.startsWith('multipart/') ?? false;
    // Files may take ingest seconds, and nobody else waits for them.
    const connection = mayHaveFiles ? connections.alone : connections.shared();
    connection.underWay += 1;
    const give = () => room.give(body.length);
    // With its id it may be sent twice, so it may be sent behind others.
    const sharing = { idempotent: true, blocking: false };
    connection.client.dispatch(
      { method: 'POST', path, headers: outgoing, body, ...sharing },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, status, answered) => {
          const answer = withoutHopByHop(answered);
          if (lifecycle.isClosing()) answer.connection = 'close';
          response.writeHead(status, answer);
        },
        onResponseData: (_, piece) => {
          response.write(piece);
        },
        onResponseEnd: () => {
          connection.underWay -= 1;
          give();
          response.end();
          const { statusCode: status } = response;
          const seconds = (performance.now() - startMs) / 1_000;
          metrics.observeHttp(method, route, status, seconds);
          if (span) endRequestSpan(span, method, route, status);
          if (logger.isLevelEnabled('debug'))
            logger.debug({ requestId, method, route, status, seconds }, 'http: request answered');
        },
        onResponseError: (_, error) => {
          connection.underWay -= 1;
          if (response.destroyed) return give();
          response.once('close', give);
          // Half an answer is out: only a broken connection tells the visitor that it is not the whole one.
          if (response.headersSent) return void response.destroy();
          const isUnanswered = 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT';
          begun.set(request, { id, body, isUnanswered });
          headers['x-request-id'] = requestId;
          others(request, response);
        },
      },
    );
  }
}

/** True for a submission of a known length whose head is surely short enough. */
function isPlain({ method, url = '', headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'POST' || headers['content-length'] === undefined) return false;
  let characters = url.length;
  for (const part of rawHeaders) characters += part.length;
  return characters <= headCharactersMax;
}
