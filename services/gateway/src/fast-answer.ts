import { hopByHop } from '#hop-by-hop.ts';

/** An answer of ingest, read whole. */
export interface FastAnswer {
  readonly status: number;
  /** Names and values in turn, without those that speak of the connection, the length and the date. */
  readonly headers: string[];
  /** Its body, a character for each byte. */
  readonly text: string;
  /** Nothing follows it on its connection. */
  readonly isLast: boolean;
  /** Where it ends, in the bytes that it was read from. */
  readonly end: number;
}

/** `part` for the beginning of an answer that may become one, `other` for bytes that only Node reads. */
export type FastAnswerRead = FastAnswer | 'part' | 'other';

/** The status without a body. */
export const noContent = 204;

const headBytesMax = 8_000;

const headEnding = Buffer.from('\r\n\r\n');
const statusLine = /HTTP\/1\.1 ([2-5]\d\d) [\x20-\x7e]*/y;
const field = /\r\n([!#$%&'*+.^_`|~\w-]+): *([\x20-\x7e]*)/y;
/** A page repeats what a visitor has written, escaped. */
const length = /^(?:0|[1-9]\d{0,5})$/;
/** Headers that frame an answer in another way. */
const others = new Set(['transfer-encoding', 'trailer', 'upgrade']);

/**
 * Reads an answer to a `POST` that starts here. It takes the plain form in which ingest answers; all else is `other`,
 * and the request has to be sent again over Node's HTTP.
 */
export function readFastAnswer(bytes: Buffer, offset: number): FastAnswerRead {
  const headEnd = bytes.indexOf(headEnding, offset);
  if ((headEnd === -1 ? bytes.length : headEnd) - offset > headBytesMax) return 'other';
  if (headEnd === -1) return 'part';
  const head = bytes.toString('latin1', offset, headEnd);
  statusLine.lastIndex = 0;
  const [, code] = statusLine.exec(head) ?? [];
  if (code === undefined) return 'other';
  const status = Number(code);
  const headers: string[] = [];
  let announced = status === noContent ? '0' : '';
  let connection = '';
  field.lastIndex = statusLine.lastIndex;
  while (field.lastIndex < head.length) {
    const [, name = '', value = ''] = field.exec(head) ?? [];
    const key = name.toLowerCase();
    if (key === '' || others.has(key)) return 'other';
    if (key === 'content-length') {
      // Two lengths, or one where there is no body.
      if (announced !== '') return 'other';
      announced = value;
    } else if (key === 'connection') {
      if (connection !== '') return 'other';
      connection = value.toLowerCase();
    } else if (key !== 'date' && !hopByHop.has(key)) headers.push(key, value.trimEnd());
  }
  const isLast = connection === 'close';
  if ((connection !== '' && connection !== 'keep-alive' && !isLast) || !length.test(announced)) return 'other';
  const bodyStart = headEnd + headEnding.length;
  const end = bodyStart + Number(announced);
  if (end > bytes.length) return 'part';
  return { status, headers, text: bytes.toString('latin1', bodyStart, end), isLast, end };
}
