import PostalMime, { type Address, type Attachment } from 'postal-mime';
import * as z from 'zod';

/** A mail as it is stored, shown, and sent to programs. */
export const caughtMailSchema = z.object({
  id: z.string(),
  receivedAt: z.iso.datetime(),
  /** The From header: an address, or a name and an address. */
  from: z.string(),
  /** The recipients of the envelope, with hidden copies. */
  to: z.array(z.string()),
  subject: z.string(),
  messageId: z.string().nullable(),
  /** In their order, with names in lower case. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  text: z.string().nullable(),
  html: z.string().nullable(),
  /** The names of attachments; their content is not kept. */
  attachments: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.number().int() })),
});

export type CaughtMail = z.output<typeof caughtMailSchema>;
export type MailSummary = Pick<CaughtMail, 'id' | 'receivedAt' | 'from' | 'to' | 'subject'>;

/** The deepest nesting of parts; usual mails have three or four levels. */
const deepestNesting = 50;

/** Parses the source of a mail with the addresses of its envelope; fails if it is not a mail. */
export async function readMail(source: Uint8Array, sender: string, to: string[]): Promise<Omit<CaughtMail, 'id'>> {
  const email = await PostalMime.parse(source, { maxNestingDepth: deepestNesting });
  return {
    receivedAt: new Date().toISOString(),
    from: email.from ? writeAddress(email.from) : sender,
    to,
    subject: email.subject ?? '',
    messageId: email.messageId ?? null,
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
