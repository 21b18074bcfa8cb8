import { isUtf8 } from 'node:buffer';
import type { HttpError } from '@inlet/service/http-error';
import { bodyMalformed, charsetNotSupported } from '#refusals/submit-errors.ts';

/** Turns bytes into text, or refuses bytes that the charset does not have: nothing is replaced or left out in silence. */
export type DecodeText = (bytes: Uint8Array) => string;

export const decodeUtf8: DecodeText = (bytes) => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isUtf8(buffer)) throw notIn('utf-8');
  return buffer.toString();
};

/** Every label that a platform knows fits; what a client makes up is refused before it is kept. */
const decoders = new Map<string, DecodeText>([
  ['', decodeUtf8],
  ['utf-8', decodeUtf8],
]);

/** A byte order mark at the start of a document is no part of its text. In the value of a field it is a character. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** The decoder for a charset as a client names it; UTF-8 where it names none. */
export function textDecoder(charset = ''): DecodeText {
  // A platform knows a label with any spaces around it as well, so these could fill the memory.
  const label = charset.trim().toLowerCase();
  const known = decoders.get(label);
  if (known) return known;
  const decode = makeDecoder(label);
  decoders.set(label, decode);
  return decode;
}

function notIn(encoding: string): HttpError {
  return bodyMalformed(`The body is not valid ${encoding.toUpperCase()}. Name its charset, or send UTF-8.`);
}

function makeDecoder(label: string): DecodeText {
  const decoder = openDecoder(label);
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw notIn(decoder.encoding);
    }
  };
}

function openDecoder(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    throw charsetNotSupported(label.slice(0, 40));
  }
}
