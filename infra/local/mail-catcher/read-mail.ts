import PostalMime, { type Address, type Attachment } from 'postal-mime';
import type { CaughtMail } from '#mail-catcher/caught-mail.ts';

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** The deepest nesting of parts; usual mails have three or four levels. */
const deepestNesting = 50;

/** Parses a mail's source; fails if it is no mail. */
export async function readMail(source: Uint8Array, envelope: Envelope): Promise<Omit<CaughtMail, 'id'>> {
  const email = await PostalMime.parse(source, { maxNestingDepth: deepestNesting });
  return {
    receivedAt: new Date().toISOString(),
    from: email.from ? writeAddress(email.from) : envelope.from,
    to: [...envelope.to],
    subject: email.subject ?? '',
    messageId: email.messageId ?? null,
    sender: envelope.from,
    headers: email.headers.map(({ key, value }) => ({ name: key, value })),
    text: email.text ?? null,
    html: email.html ?? null,
    attachments: email.attachments.map(describe),
  };
}

function writeAddress({ name, address }: Address): string {
  if (address === undefined) return name;
  return name === '' ? address : `${name} <${address}>`;
}

function describe({ filename, mimeType, content }: Attachment) {
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  return { name: filename ?? 'without a name', type: mimeType, bytes };
}
