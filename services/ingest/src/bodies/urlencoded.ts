import { isAscii } from 'node:buffer';
import { type DecodeText, decodeUnnamed, textDecoder } from '#bodies/decode-text.ts';
import { FieldCollector, type Fields } from '#bodies/fields.ts';

/** The field in which a browser names the charset of a form, when the form has a hidden field of this name. */
const charsetField = /(?:^|&)_charset_=([^&]*)/;
/** Bytes that plain text has, and that need no decoding at all. */
const plain = /^[\x20-\x7e]*$/;
/** A percent sign that starts no escape is a plain percent sign. */
const ownPercent = /%(?![\da-f]{2})/i;

/** Reads what a browser sends for a form without files. */
export function parseUrlencoded(body: Buffer, charset: string | undefined): Fields {
  putSpaces(body);
  const text = body.toString('latin1');
  const decode = textDecoder(charset ?? charsetOf(text));
  const isAsUsual = decode === decodeUnnamed && isAscii(body) && !ownPercent.test(text);
  const decodePart = isAsUsual ? decodeEscapes : partDecoder(decode);
  const collector = new FieldCollector();
  let start = 0;
  while (start <= text.length) {
    const end = endOf(text, '&', start);
    if (end > start) {
      const pair = text.slice(start, end);
      const middle = endOf(pair, '=', 0);
      collector.add(decodePart(pair.slice(0, middle)), decodePart(pair.slice(middle + 1)));
    }
    start = end + 1;
  }
  return collector.fields;
}

/** A plus stands for a space; in the bytes, which nobody reads again, that costs a fifth of replacing it in a text. */
function putSpaces(body: Buffer): void {
  for (let index = 0; index < body.length; index += 1) if (body[index] === plus) body[index] = space;
}

function charsetOf(text: string): string | undefined {
  return text.includes('_charset_') ? charsetField.exec(text)?.[1] : undefined;
}

function endOf(text: string, separator: string, from: number): number {
  const position = text.indexOf(separator, from);
  return position === -1 ? text.length : position;
}

/** What browsers send, whose escapes the engine itself reads. */
function decodeEscapes(part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    // It is not UTF-8.
    return decodeUnnamed(percentDecode(part));
  }
}

function partDecoder(decode: DecodeText): (part: string) => string {
  return (part) => (!part.includes('%') && plain.test(part) ? part : decode(percentDecode(part)));
}

const plus = 0x2b;
const space = 0x20;
const percent = 0x25;

/** The bytes that a text of one-byte characters stands for. */
export function percentDecode(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    let byte = bytes[index] ?? 0;
    if (byte === percent) {
      const [high, low] = [hexValue(bytes[index + 1]), hexValue(bytes[index + 2])];
      if (high !== -1 && low !== -1) {
        byte = high * 16 + low;
        index += 2;
      }
    }
    bytes[length] = byte;
    length += 1;
  }
  return bytes.subarray(0, length);
}

function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
