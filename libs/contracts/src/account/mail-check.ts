import * as z from 'zod';

/** A record to add at the provider of the DNS. */
const dnsRecordSchema = z
  .object({
    name: z.string().meta({ description: 'The whole name, such as `_dmarc.example.com`.' }),
    type: z.literal('TXT'),
    value: z.string(),
    replaces: z
      .string()
      .nullable()
      .meta({ description: 'The value of the published record that this one replaces; null for a new record.' }),
  })
  .meta({ id: 'DnsRecord' });
export type DnsRecord = z.infer<typeof dnsRecordSchema>;

/** What is checked about the sender of mails. */
export const senderCheckIds = ['sender', 'spf', 'dkim', 'dmarc', 'reverse-dns', 'tls'] as const;

export const senderCheckSchema = z
  .object({
    id: z.enum(senderCheckIds),
    level: z.enum(['ok', 'warning', 'fault', 'unknown']).meta({
      description: '`unknown`: it cannot be known from here, and the message says why.',
    }),
    message: z.string(),
    record: dnsRecordSchema.nullable(),
  })
  .meta({ id: 'SenderCheck' });
export type SenderCheck = z.infer<typeof senderCheckSchema>;

/** What the worker found, as it is kept for some minutes. */
export const keptCheckSchema = z.object({
  checkedAt: z.iso.datetime(),
  sender: z.string(),
  /** Null where mails stay on this machine. */
  checks: z.array(senderCheckSchema).nullable(),
});
export type KeptCheck = z.infer<typeof keptCheckSchema>;

/** What became of a test mail. */
export const mailOutcomeSchema = z.object({
  state: z.enum(['sent', 'retrying', 'refused', 'suppressed']),
  /** What the mail server said, or why there was no answer. */
  answer: z.string().nullable(),
  at: z.iso.datetime(),
});
export type MailOutcome = z.infer<typeof mailOutcomeSchema>;
