import { bodyMalformed, charsetNotSupported } from '#submissions/submit-errors.ts';

/** Turns bytes into text, or refuses bytes that the charset does not have: nothing is replaced in silence. */
export type DecodeText = (bytes: Uint8Array) => string;

const decoders = new Map<string, DecodeText>();
/** Every label that a platform knows fits; what a client makes up is refused before it is kept. */
const utf8 = makeDecoder('utf-8');

/** The decoder for a charset as a client names it; UTF-8 where it names none. */
export function textDecoder(charset: string | undefined): DecodeText {
  if (charset === undefined || charset === '') return utf8;
  const label = charset.toLowerCase();
  const known = decoders.get(label);
  if (known) return known;
  const decode = makeDecoder(label);
  decoders.set(label, decode);
  return decode;
}

function makeDecoder(label: string): DecodeText {
  const decoder = openDecoder(label);
  return (bytes) => {
    try {
      return decoder.decode(bytes);
    } catch {
      throw bodyMalformed(`The body is not valid ${decoder.encoding.toUpperCase()}. Name its charset, or send UTF-8.`);
    }
  };
}

function openDecoder(label: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: false });
  } catch {
    throw charsetNotSupported(label.slice(0, 40));
  }
}
