/**
 * First bytes of common file types. They only decide the displayed type and, if configured, whether a file is accepted.
 */
const beginnings: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['application/pdf', /^%PDF-/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/heic', /^.{4}ftyp(heic|heix|mif1)/s],
  ['video/mp4', /^.{4}ftyp/s],
  ['audio/mpeg', /^(ID3|\xff[\xfb\xf3\xf2])/],
];
const byExtension: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  htm: 'text/html',
  svg: 'image/svg+xml',
  zip: 'application/zip',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  mov: 'video/quicktime',
  wav: 'audio/wav',
};
const headBytes = 16;

/** Guesses the type of a file by its first bytes, or else by its name. */
export function guessType(name: string, head: Buffer): string {
  const text = head.toString('latin1', 0, headBytes);
  const found = beginnings.find(([, pattern]) => pattern.test(text));
  return found?.[0] ?? byExtension[extensionOf(name).slice(1)] ?? 'application/octet-stream';
}

/** True if a form accepts such a file; an empty list accepts every type. */
export function isAccepted(accepted: readonly string[], name: string, type: string): boolean {
  if (accepted.length === 0) return true;
  const [family] = type.split('/');
  return accepted.some((one) => one === extensionOf(name) || one === type || one === `${family}/*`);
}

/** The extension with its dot, in lower case. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot).toLowerCase();
}
