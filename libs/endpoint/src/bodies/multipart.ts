import { Readable } from 'node:stream';
import { isJustified, tooManyChunks } from '@inlet/http/read-body';
import { type DecodeText, textDecoder } from '#bodies/decode-text.ts';
import { FieldCollector, type Fields } from '#bodies/fields.ts';
import { openMultipart, type Part } from '#bodies/multipart-parts.ts';
import { bodyTooLarge } from '#refusals/submit-errors.ts';

/** A file among the fields, in memory. */
export interface FilePart {
  readonly field: string;
  readonly filename: string;
  readonly content: Buffer;
}

export interface Multipart {
  readonly fields: Fields;
  readonly files: readonly FilePart[];
}

interface Kept extends Omit<Part, 'content'> {
  readonly pieces: Buffer[];
}

/** The parts of a multipart body that are kept in memory: raw, until the field that names their charset arrives. */
export class KeptParts {
  readonly #kept: Kept[] = [];
  readonly #maxBytes: number;
  readonly #charset: string | undefined;
  #bytes = 0;
  #pieces = 0;

  /** `charset` comes from the request's headers. */
  constructor(maxBytes: number, charset: string | undefined) {
    this.#maxBytes = maxBytes;
    this.#charset = charset;
  }

  keep({ content, ...head }: Part, refuse: (refusal: unknown) => void): void {
    const pieces: Buffer[] = [];
    this.#kept.push({ ...head, pieces });
    this.#bytes += head.name.length;
    content.on('data', (piece: Buffer) => {
      this.#bytes += piece.length;
      this.#pieces += 1;
      if (this.#bytes > this.#maxBytes) refuse(bodyTooLarge(this.#maxBytes));
      else if (!isJustified(this.#pieces, this.#bytes)) refuse(tooManyChunks());
      else pieces.push(piece);
    });
  }

  /** The name of a file that is not kept. The form's charset counts if it came before. */
  nameOf(raw: string, charset: string | undefined): string {
    return nameIn(raw, textDecoder(charset ?? this.#formCharset()));
  }

  read(): Multipart {
    const formCharset = this.#formCharset();
    const collector = new FieldCollector();
    const files: FilePart[] = [];
    for (const { name, filename, charset, pieces } of this.#kept) {
      const decode = textDecoder(charset ?? formCharset);
      const field = nameIn(name, decode);
      const content = Buffer.concat(pieces);
      if (filename === undefined) collector.add(field, decode(content));
      // An empty file input has neither.
      else if (filename !== '' || content.length > 0)
        files.push({ field, filename: nameIn(filename, decode), content });
    }
    return { fields: collector.fields, files };
  }

  #formCharset(): string | undefined {
    const named = this.#kept.find(({ name, filename }) => name === '_charset_' && filename === undefined);
    return named ? Buffer.concat(named.pieces).toString('latin1') : this.#charset;
  }
}

/** Bytes of a body that are parsed at once; a refused part ends the parsing. */
const bytesAtOnce = 16_384;

/** Parses the complete body of a form that may contain files. */
export async function parseMultipart(body: Buffer, parameters: ReadonlyMap<string, string>): Promise<Multipart> {
  const kept = new KeptParts(body.length, parameters.get('charset'));
  const { parser, ended, refuse } = openMultipart(parameters.get('boundary'), (part) => kept.keep(part, refuse));
  Readable.from(slicesOf(body)).pipe(parser);
  await ended;
  return kept.read();
}

function* slicesOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += bytesAtOnce) yield body.subarray(start, start + bytesAtOnce);
}

/** Matches a name that is the same in every charset that browsers use for forms. */
const plainName = /^[\x20-\x24\x26-\x7e]*$/;

/** A browser sends a name's bytes unchanged, except for quotes and line breaks, which it escapes like this. */
function nameIn(raw: string, decode: DecodeText): string {
  if (plainName.test(raw)) return raw;
  const name = decode(Buffer.from(raw, 'latin1'));
  return name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
