/** The bytes in which a page can name its own encoding. */
const metaBytesMax = 1_024;
const marks = [
  { encoding: 'utf-8', bytes: Buffer.from([0xef, 0xbb, 0xbf]) },
  { encoding: 'utf-16be', bytes: Buffer.from([0xfe, 0xff]) },
  { encoding: 'utf-16le', bytes: Buffer.from([0xff, 0xfe]) },
];

/** Returns the encoding of a response body: that of its byte order mark, of its header, or of its own meta element. */
export function encodingOf(body: Buffer, contentType = ''): string {
  const mark = marks.find(({ bytes }) => body.subarray(0, bytes.length).equals(bytes));
  return knownOrUtf8(mark?.encoding ?? inHeader(contentType) ?? (isPage(contentType) ? inMeta(body) : undefined));
}

/** Returns the text of a body. A letter that is cut in half at the end is dropped. */
export function decodeBody(body: Buffer, encoding: string): string {
  return new TextDecoder(encoding).decode(body, { stream: true }).replaceAll('\0', '\uFFFD');
}

function inHeader(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];
}

/** Whether a body may have a meta element: one without a type may as well. */
function isPage(contentType: string): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  return ['', 'text/html', 'application/xhtml+xml'].includes(type ?? '');
}

function inMeta(body: Buffer): string | undefined {
  const start = body.toString('latin1', 0, metaBytesMax);
  // A commented element does not count.
  const [first = '', ...others] = start.split('<!--');
  const page = first + others.map((part) => part.split('-->').slice(1).join('')).join('');
  const encoding = /<meta(?=\s)[^<>]*?(?:\s|["';])charset\s*=["'\s]*([^\s"'/<>;]+)/i.exec(page)?.[1];
  // A page in UTF-16 would not have the element in single bytes.
  return encoding?.toLowerCase().startsWith('utf-16') ? undefined : encoding;
}

function knownOrUtf8(label = 'utf-8'): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}
