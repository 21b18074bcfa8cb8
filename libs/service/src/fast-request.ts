import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { BodyTaker } from '#direct-request.ts';

/** What handlers on the fast path use of a request, whether Node or the fast path has read it. */
export interface BodyRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  /** The body goes to this taker; it may be asked for once. */
  readonly takeBody: (taker: BodyTaker) => void;
  /** A body of at most so many bytes comes in one piece. */
  readonly gatherBody: (maxBytes: number) => void;
  /** The body as a stream. */
  readonly stream: () => BodyStream;
}

/** A request as the stream of its body. */
export type BodyStream = Readable & Pick<IncomingMessage, 'headers' | 'complete' | 'socket'>;

/** A `POST` with its whole body, read by the fast path. */
export class FastRequest implements BodyRequest {
  readonly method = 'POST';
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  /** The whole of it, from its first line on. */
  readonly bytes: Buffer;
  readonly body: Buffer;

  constructor({ url, headers, bodyStart, bodyEnd }: FastHead, bytes: Buffer, start: number, socket: Socket) {
    this.url = url;
    this.headers = headers;
    this.socket = socket;
    this.bytes = bytes.subarray(start, bodyEnd);
    this.body = bytes.subarray(bodyStart, bodyEnd);
  }

  takeBody(taker: BodyTaker): void {
    if (this.body.length > 0) taker.take(this.body);
    taker.over(true);
  }

  gatherBody(): void {
    // It is here in one piece.
  }

  stream(): BodyStream {
    const { headers, socket } = this;
    return Object.assign(Readable.from(this.body.length > 0 ? [this.body] : []), { headers, socket, complete: true });
  }
}

/** The head of a request that the fast path reads. */
export interface FastHead {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** The client wants no further response on its connection. */
  readonly isLast: boolean;
  /** Where its body starts and ends, in the bytes that it was read from. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

/** `part` for the beginning of a request that may become one, `other` for bytes that Node has to read. */
export type FastRead = FastHead | 'part' | 'other';

/**
 * Bytes of a head and of a body. A connection holds that much before anybody asks what room there is. Of a longer body
 * the reading of HTTP is the smaller part.
 */
const headBytesMax = 8_000;
const bodyBytesMax = 16_384;

const start = Buffer.from('POST /');
const end = Buffer.from('\r\n\r\n');
const requestLine = /POST (\/[\w/-]+) HTTP\/1\.1/y;
/**
 * A name is a token, a value is of visible characters. A line that continues the one above has no name, so it is not
 * read.
 */
const field = /\r\n([!#$%&'*+.^_`|~\w-]+): *([\x20-\x7e]*)/y;
const length = /^(?:0|[1-9]\d{0,4})$/;
/** Headers that frame a message in another way, ask for more than an answer, or are no text to Node. */
const others = ['set-cookie', '__proto__', 'transfer-encoding', 'upgrade', 'expect', 'trailer', 'proxy-connection'];

/**
 * Reads the head of a request that starts here. It takes a small part of what HTTP allows: `POST`, one length, no
 * name twice, plain characters. That part has one meaning, the one that Node reads too; all else is left to Node.
 */
export function readFastHead(bytes: Buffer, offset: number): FastRead {
  const seen = Math.min(start.length, bytes.length - offset);
  if (start.compare(bytes, offset, offset + seen, 0, seen) !== 0) return 'other';
  const headEnd = bytes.indexOf(end, offset);
  if (headEnd === -1) return bytes.length - offset > headBytesMax ? 'other' : 'part';
  if (headEnd - offset > headBytesMax) return 'other';
  const head = readHead(bytes.toString('latin1', offset, headEnd));
  if (head === null) return 'other';
  const bodyStart = headEnd + end.length;
  const bodyEnd = bodyStart + head.length;
  return bodyEnd > bytes.length ? 'part' : { ...head, bodyStart, bodyEnd };
}

function readHead(head: string): (Pick<FastHead, 'url' | 'headers' | 'isLast'> & { length: number }) | null {
  requestLine.lastIndex = 0;
  const url = requestLine.exec(head)?.[1];
  if (url === undefined) return null;
  const headers: IncomingHttpHeaders = Object.create(null);
  field.lastIndex = requestLine.lastIndex;
  while (field.lastIndex < head.length) {
    const [, name = '', value = ''] = field.exec(head) ?? [];
    const key = name.toLowerCase();
    if (key === '' || headers[key] !== undefined) return null;
    headers[key] = value.trimEnd();
  }
  if (!headers.host || others.some((name) => headers[name] !== undefined)) return null;
  const connection = headers.connection?.toLowerCase() ?? 'keep-alive';
  if (connection !== 'keep-alive' && connection !== 'close') return null;
  const announced = headers['content-length'] ?? '';
  if (!length.test(announced) || Number(announced) > bodyBytesMax) return null;
  return { url, headers, isLast: connection === 'close', length: Number(announced) };
}
