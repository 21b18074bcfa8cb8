import { randomUUIDv7 } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ByteBuffer } from '@inlet/service/byte-buffer';
import { clientAddress, gatewayHeader, submissionIdHeader } from '@inlet/service/client-address';
import type { DirectRequest } from '@inlet/service/direct-request';
import type { FastPath } from '@inlet/service/fast-connections';
import type { BodyRequest, FastRequest } from '@inlet/service/fast-request';
import type { TextResponse } from '@inlet/service/fast-response';
import type { ExchangeObserver } from '@inlet/service/observe-exchange';
import { requestIdOf } from '@inlet/service/request-id';
import { endRequestSpan, startRequestSpan } from '@inlet/service/request-span';
import type { GatewayConfig } from '#config.ts';
import { createConnections } from '#connections.ts';
import { noContent } from '#fast-answer.ts';
import { hopByHopOf } from '#hop-by-hop.ts';
import type { Exchange } from '#ingest-connection.ts';
import type { KeptBytes } from '#kept-body.ts';

/** A submission that has its id, and whose first try failed. */
export interface BegunSubmission {
  readonly id: string;
  readonly requestId: string;
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

export interface ForwardSubmission extends FastPath {
  readonly listener: RequestListener<typeof DirectRequest>;
}

const endpoint = /^(\/api\/forms|\/f)\//;
/** An address that ingest's fast path takes. */
const oneForm = /^(?:\/api\/forms|\/f)\/[^/]+(?:\/thanks)?\/?$/;
/**
 * With what the gateway adds, ingest may refuse a longer head, and breaks the connection then: Express has one for
 * each.
 */
const headCharactersMax = 8_000;
/** With what the gateway adds, the head is still one for the fast path of ingest. */
const sharedHeadBytesMax = 7_000;

/**
 * The way of nearly every submission, with the least work: its body is read whole and sent once, over a connection that
 * it shares with others, and the answer is passed on. Express would be most of its cost.
 */
export function createForwardSubmission(options: Options): ForwardSubmission {
  const { config, lifecycle, metrics, logger, tracing, room, begun, others } = options;
  const trust = { trustedProxies: config.TRUSTED_PROXIES };
  const connections = createConnections(config.INGEST_URL, lifecycle);
  const [token = ''] = config.INTERNAL_TOKEN;
  /** Submissions that the fast path began, by the connection that brings them to Node. */
  const handedOver = new WeakMap<Socket, BegunSubmission>();

  const listener = (request: DirectRequest, response: ServerResponse & { req: DirectRequest }) => {
    const repeat = (failed: BegunSubmission) => {
      const bytes = failed.body.length;
      if (room.take(bytes)) response.once('close', () => room.give(bytes));
      begun.set(request, failed);
      request.headers['x-request-id'] = failed.requestId;
      others(request, response);
    };
    const failed = handedOver.get(request.socket);
    if (failed) {
      handedOver.delete(request.socket);
      return repeat(failed);
    }
    const [, area] = endpoint.exec(request.url ?? '') ?? [];
    const bytes = Number(request.headers['content-length']);
    if (area === undefined || !isPlain(request) || !room.take(bytes)) return others(request, response);
    const body = new ByteBuffer(bytes);
    request.takeBody({
      take: (piece) => body.add(piece),
      over: (isWhole) => {
        if (isWhole) send(request, response, area, body.takeAll(), false, repeat);
        else room.give(bytes);
      },
    });
  };

  function send(
    request: BodyRequest,
    response: TextResponse,
    area: string,
    body: Buffer,
    isShared: boolean,
    repeat: (failed: BegunSubmission) => void,
  ): void {
    const startMs = performance.now();
    const { method = '', url: path = '', headers } = request;
    const requestId = requestIdOf(headers['x-request-id']);
    const span = tracing && startRequestSpan(tracing, request, requestId);
    const id = randomUUIDv7();
    const given: Record<string, string> = {
      host: headers.host ?? '',
      'content-length': String(body.length),
      'x-request-id': requestId,
      ...(span && tracing?.within(span, tracing.headers)),
      'x-forwarded-for': clientAddress(request, trust),
      'x-forwarded-proto': 'http',
      'x-forwarded-host': headers.host ?? '',
      [gatewayHeader]: token,
      [submissionIdHeader]: id,
    };
    const head = requestHead(path, headers, given);
    const exchange: Exchange = {
      answered: ({ status, headers: answer, text }) => {
        room.give(body.length);
        if (status !== noContent) answer.push('content-length', String(text.length));
        if (lifecycle.isClosing()) answer.push('connection', 'close');
        response.writeHead(status, answer);
        response.end(text, 'latin1');
        const route = `${area}/*`;
        const seconds = (performance.now() - startMs) / 1_000;
        metrics.observeHttp(method, route, status, seconds);
        if (span) endRequestSpan(span, method, route, status);
        if (logger.isLevelEnabled('debug'))
          logger.debug({ requestId, method, route, status, seconds }, 'http: request answered');
      },
      failed: (isUnanswered) => {
        room.give(body.length);
        if (!request.socket.destroyed) repeat({ id, requestId, body, isUnanswered });
      },
    };
    if (!isShared) {
      connections.alone().send(head, body, exchange);
      return;
    }
    connections.shared().send(head, body, {
      answered: exchange.answered,
      failed: (isUnanswered) => {
        if (isUnanswered || request.socket.destroyed) exchange.failed(isUnanswered);
        // Perhaps the answer before was the last: no reason to leave this visitor's connection to Node.
        else connections.alone().send(head, body, exchange);
      },
    });
  }

  return {
    listener,
    // A request that fails is left to Node, and must be the only one under way on its connection.
    pipelined: 1,
    take: (request, response) => {
      const [, area] = endpoint.exec(request.url) ?? [];
      if (area === undefined || !room.take(request.body.length)) return false;
      send(request, response, area, request.body, mayShare(request), (failed) => {
        handedOver.set(request.socket, failed);
        response.leaveToNode(request);
      });
      return true;
    },
  };
}

/** The visitor's headers, and before them what the gateway gives in their place. */
function requestHead(path: string, headers: IncomingHttpHeaders, given: Readonly<Record<string, string>>): string {
  const isHopByHop = hopByHopOf(headers);
  let head = `POST ${path} HTTP/1.1\r\n`;
  for (const name in given) head += `${name}: ${given[name]}\r\n`;
  for (const name in headers) {
    // The body is here, so nothing is expected. The endpoint has no use for cookies.
    if (name === 'expect' || name === 'cookie' || Object.hasOwn(given, name) || isHopByHop(name)) continue;
    head += `${name}: ${headers[name]}\r\n`;
  }
  return `${head}\r\n`;
}

/**
 * Ingest leaves a connection to Node for what its fast path does not read, and all that follows on it: so only what the
 * fast path has read here shares one. Files may take ingest seconds, and nobody else waits for them.
 */
function mayShare({ url, headers, bytes, body }: FastRequest): boolean {
  const { host = '', 'content-type': type = '' } = headers;
  // The gateway writes the host a second time.
  const headBytes = bytes.length - body.length + host.length;
  return oneForm.test(url) && !type.toLowerCase().startsWith('multipart/') && headBytes <= sharedHeadBytesMax;
}

/** True for a submission of a known length whose head is surely short enough. */
function isPlain({ method, url = '', headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'POST' || headers['content-length'] === undefined || !headers.host) return false;
  let characters = url.length;
  for (const part of rawHeaders) characters += part.length;
  return characters <= headCharactersMax;
}
