import { parseContentType } from '#bodies/content-type.ts';
import { type DecodeText, textDecoder } from '#bodies/decode-text.ts';
import { FieldCollector, type Fields } from '#bodies/fields.ts';
import { bodyMalformed, noFileUploads, valuesMax, valuesTooMany } from '#refusals/submit-errors.ts';

/** A file among the fields. */
export interface FilePart {
  readonly field: string;
  readonly filename: string | undefined;
  readonly content: Buffer;
}

export interface Multipart {
  readonly fields: Fields;
  readonly files: readonly FilePart[];
}

interface Part {
  /** From its content disposition. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly charset: string | undefined;
  readonly content: Buffer;
}

const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');
const dash = 0x2d;
/** Bytes of a part's headers; a browser writes two lines. */
const headMaxBytes = 4_096;

/** The head of a field as browsers write it, but for names with a quote or a backslash. */
const plainHead = /^content-disposition: form-data; name="([^"\\\r\n]*)"$/i;

/** Reads what a browser sends for a form that could contain files. The whole body is there, and is at most 1 MB. */
export function parseMultipart(body: Buffer, boundary: string | undefined, takesFiles: boolean): Multipart {
  if (!boundary || boundary.length > 200) throw malformed();
  const parts = [...splitParts(body, Buffer.from(`--${boundary}`, 'latin1'))];
  const named = parts.find(({ parameters }) => parameters.get('name') === '_charset_');
  const fallback = named?.content.toString('latin1');
  const collector = new FieldCollector();
  const files: FilePart[] = [];
  for (const part of parts) {
    const file = addPart(collector, part, textDecoder(part.charset ?? fallback));
    if (file && !takesFiles) throw noFileUploads();
    if (file) files.push(file);
  }
  return { fields: collector.fields, files };
}

function addPart(collector: FieldCollector, { parameters, content }: Part, decode: DecodeText): FilePart | null {
  const name = parameterOf(parameters, 'name', decode);
  if (name === undefined) throw malformed();
  const filename = parameterOf(parameters, 'filename', decode);
  // A file input that was left empty arrives as a file without a name and without content.
  const isFile = filename !== undefined || parameters.has('filename*');
  if (filename === '' && content.length === 0) return null;
  if (isFile) return { field: name, filename, content };
  collector.add(name, decode(content));
  return null;
}

function* splitParts(body: Buffer, delimiter: Buffer): Generator<Part> {
  const separator = Buffer.concat([lineEnd, delimiter]);
  let start = body.subarray(0, delimiter.length).equals(delimiter) ? 0 : nextDelimiter(body, separator, 0);
  for (let count = 1; !isLast(body, start + delimiter.length); count += 1) {
    if (count > valuesMax) throw valuesTooMany();
    const headStart = start + delimiter.length + lineEnd.length;
    // The line break before the headers also ends an empty head.
    const headStop = body.indexOf(headEnd, headStart - lineEnd.length);
    if (headStop === -1 || headStop - headStart > headMaxBytes) throw malformed();
    const contentStart = headStop + headEnd.length;
    start = nextDelimiter(body, separator, headStop);
    // A delimiter that overlaps the end of the head leaves no room for a content.
    if (start < contentStart) throw malformed();
    const content = body.subarray(contentStart, start - lineEnd.length);
    yield { ...readHead(body.toString('latin1', headStart, headStop)), content };
  }
}

/** Where the next delimiter begins; a text that merely begins like one is followed by something else than its end. */
function nextDelimiter(body: Buffer, separator: Buffer, from: number): number {
  for (let position = from; ; position += 1) {
    position = body.indexOf(separator, position);
    if (position === -1) throw malformed();
    const end = position + separator.length;
    if (isLast(body, end) || body.subarray(end, end + lineEnd.length).equals(lineEnd)) return position + lineEnd.length;
  }
}

function isLast(body: Buffer, delimiterEnd: number): boolean {
  return body[delimiterEnd] === dash && body[delimiterEnd + 1] === dash;
}

function readHead(head: string): Omit<Part, 'content'> {
  const onlyName = plainHead.exec(head)?.[1];
  if (onlyName !== undefined) return { parameters: new Map([['name', onlyName]]), charset: undefined };
  let parameters: Part['parameters'] = new Map();
  let charset: string | undefined;
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (name === 'content-disposition') parameters = parseContentType(line.slice(colon + 1)).parameters;
    if (name === 'content-type') charset = parseContentType(line.slice(colon + 1)).parameters.get('charset');
  }
  return { parameters, charset };
}

/** A name that reads the same in every charset that a browser writes a form in. */
const plainName = /^[\x20-\x24\x26-\x7e]*$/;

/** A browser writes a name's bytes as they are, but for the quote and the line break, which it escapes like this. */
function parameterOf(parameters: Part['parameters'], name: string, decode: DecodeText): string | undefined {
  const raw = parameters.get(name);
  if (raw === undefined || plainName.test(raw)) return raw;
  return unescapeName(decode(Buffer.from(raw, 'latin1')));
}

export function unescapeName(text: string): string {
  return text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

function malformed() {
  return bodyMalformed('The body is not valid multipart/form-data');
}
