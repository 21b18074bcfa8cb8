import { isUtf8 } from 'node:buffer';

/** Decodes any bytes as text: no submission is refused for its encoding. */
export type DecodeText = (bytes: Uint8Array) => string;

const windows1252 = new TextDecoder('windows-1252');

/** UTF-8, and windows-1252 for bytes that are not UTF-8, as browsers read a page that names no charset. */
export const decodeUnnamed: DecodeText = (bytes) => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? buffer.toString() : windows1252.decode(buffer);
};

/** The cache has space for every label that the platform knows; labels that clients make up are not kept. */
const decoders = new Map<string, DecodeText>([
  ['', decodeUnnamed],
  ['utf-8', decodeUnnamed],
]);

/** A byte order mark at the start of a document is not part of its text. In a field's value it is a character. */
export function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** The decoder for a document: a byte order mark takes precedence over the client's charset. */
export function documentDecoder(bytes: Uint8Array, charset: string | undefined): DecodeText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return textDecoder('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return textDecoder('utf-16be');
  return textDecoder(charset);
}

/** The decoder for a client's charset. */
export function textDecoder(charset = ''): DecodeText {
  // The platform ignores spaces around a label, so untrimmed labels could fill the memory.
  const label = charset.trim().toLowerCase();
  const known = decoders.get(label);
  if (known) return known;
  const decode = makeDecoder(label);
  if (decode) decoders.set(label, decode);
  return decode ?? decodeUnnamed;
}

/** Undefined for an unknown charset. */
function makeDecoder(label: string): DecodeText | undefined {
  let strict: InstanceType<typeof TextDecoder>;
  try {
    strict = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  } catch {
    return undefined;
  }
  if (strict.encoding === 'utf-8') return decodeUnnamed;
  const lenient = new TextDecoder(label, { ignoreBOM: true });
  return (bytes) => {
    try {
      return strict.decode(bytes);
    } catch {
      // Programs that name another charset but send UTF-8 are more common than texts that their charset cannot
      // represent.
      return isUtf8(bytes) ? decodeUnnamed(bytes) : lenient.decode(bytes);
    }
  };
}
