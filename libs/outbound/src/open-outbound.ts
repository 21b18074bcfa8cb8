import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher, ProxyAgent, request as send } from 'undici';
import { checkAddress } from '#check-address.ts';
import { decodeBody, encodingOf } from '#decode-body.ts';
import type { Answered, Failed, Outbound, OutgoingRequest } from '#exchange.ts';
import { exchangeTimeoutMs, failureSentence } from '#failure-sentence.ts';
import { type Guard, guardedConnector, RefusedAddress } from '#guarded-connector.ts';

/** Bytes of a response body that are kept for the log. */
const excerptBytesMax = 4_096;
/** Bytes of a response body that are read; a longer body closes the connection. */
const usualBytesMax = 64 * 1_024;
const headerBytesMax = 16 * 1_024;
/** Headers that help to find out why a delivery failed; others, such as cookies, are nobody's business. */
const shownNames = ['content-type', 'location', 'retry-after', 'server', 'x-request-id'];
const shownCharactersMax = 300;

export interface OutboundOptions extends Guard {
  /**
   * `EGRESS_PROXY`, as in `http://proxy.internal:4750`. The proxy resolves names, so it must refuse names of private
   * addresses; only the URL itself is checked here.
   */
  readonly proxy?: string | undefined;
  /** Only tests use a shorter timeout than `exchangeTimeoutMs`. */
  readonly timeoutMs?: number;
}

/** Sends requests to user-supplied addresses. */
export function openOutbound(options: OutboundOptions): Outbound {
  const { timeoutMs = exchangeTimeoutMs } = options;
  const dispatcher = openDispatcher(options);

  async function deliver(request: OutgoingRequest, signal: AbortSignal): Promise<Answered | Failed> {
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      signal.throwIfAborted();
      const refusal = checkAddress(request.url, options.allow, options.isPublic);
      if (refusal) throw new RefusedAddress(refusal);
      const ended = AbortSignal.any([signal, timeout]);
      const sent = send(request.url, {
        dispatcher,
        method: request.method,
        // Responses are not decompressed: 64 kB could become megabytes.
        headers: { ...request.headers, 'accept-encoding': 'identity' },
        body: request.body || null,
        signal: ended,
      });
      // undici only observes the signal once it has a connection.
      const { statusCode, headers, body } = await Promise.race([sent, rejection(ended)]);
      const { start, ...rest } = await readStart(body, request.readBytesMax);
      const encoding = encodingOf(start, [headers['content-type']].flat()[0]);
      return {
        kind: 'answered',
        status: statusCode,
        headers: keptHeaders(headers),
        shownHeaders: shownHeaders(headers),
        body: decodeBody(start, encoding),
        ...rest,
        excerpt: decodeBody(start.subarray(0, excerptBytesMax), encoding),
        durationMs: durationMs(),
      };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return {
        kind: 'failed',
        error: failureSentence(timeout.aborted ? timeout.reason : error, request.url),
        ...(error instanceof RefusedAddress && { isRefused: true }),
        durationMs: durationMs(),
      };
    }
  }

  // The result is not awaited: a pending connection only ends by its own timeout.
  return { deliver, close: () => void dispatcher.destroy() };
}

function openDispatcher({ proxy, timeoutMs = exchangeTimeoutMs, ...guard }: OutboundOptions): Dispatcher {
  const limits = { maxHeaderSize: headerBytesMax, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  if (proxy) return new ProxyAgent({ ...limits, uri: proxy, requestTls: { allowH2: false }, proxyTunnel: true });
  return new Agent({ ...limits, connect: guardedConnector(guard) });
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

function keptHeaders(headers: IncomingHttpHeaders): Answered['headers'] {
  const [retryAfter, location] = [headers['retry-after'], headers.location].map((value) => [value].flat()[0]);
  return { ...(retryAfter !== undefined && { retryAfter }), ...(location !== undefined && { location }) };
}

function shownHeaders(headers: IncomingHttpHeaders): Answered['shownHeaders'] {
  return Object.fromEntries(
    shownNames.flatMap((name) => {
      const [value] = [headers[name]].flat();
      return value === undefined ? [] : [[name, value.slice(0, shownCharactersMax)]];
    }),
  );
}

/** The response has counted since its status arrived, so a body that breaks off, or never ends, is truncated. */
async function readStart(
  body: AsyncIterable<Buffer>,
  bytesMax = usualBytesMax,
): Promise<{ readonly start: Buffer } & Pick<Answered, 'cut'>> {
  const kept: Buffer[] = [];
  let bytes = 0;
  let cut: Answered['cut'];
  try {
    for await (const chunk of body) {
      kept.push(chunk.subarray(0, bytesMax - bytes));
      bytes += chunk.length;
      // Leaving the loop destroys the stream and its connection.
      if (bytes > bytesMax) {
        cut = 'long';
        break;
      }
    }
  } catch {
    cut = 'broken';
  }
  return { start: Buffer.concat(kept), ...(cut && { cut }) };
}
