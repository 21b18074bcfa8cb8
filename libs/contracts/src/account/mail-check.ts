import * as z from 'zod';

/** A record to add at the provider of the DNS, or to ask the owner of an address for. */
const dnsRecordSchema = z
  .object({
    name: z.string().meta({
      description: 'The whole name, such as `_dmarc.example.com`, or `8.7.6.5.in-addr.arpa` for a `PTR` record.',
    }),
    type: z.enum(['TXT', 'PTR']).meta({
      description: '`PTR`: the name of an address, which its owner sets, such as the hosting provider.',
    }),
    value: z.string(),
    replaces: z.string().nullable().meta({
      description:
        'The value of the published record that this one replaces, or of all of them; null for a new record.',
    }),
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

export const mailCheckSchema = z
  .object({
    state: z.enum(['waiting', 'local', 'done']).meta({
      description:
        '`waiting`: the check is under way, ask again in some seconds. `local`: there is no mail server of the internet, and mails stay on this machine.',
    }),
    level: z
      .enum(['ok', 'warning', 'fault'])
      .nullable()
      .meta({ description: 'The worst level of the checks; null until they are done.' }),
    checkedAt: z.iso.datetime().nullable(),
    sender: z.string().nullable().meta({ description: 'The address that mails come from.' }),
    checks: z
      .array(senderCheckSchema)
      .nullable()
      .meta({ description: 'Null for accounts of an installation that somebody else operates.' }),
  })
  .meta({ id: 'MailCheck' });
export type MailCheck = z.infer<typeof mailCheckSchema>;

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

/** Test mails that a person can send. */
export const testMailsPerHour = 5;

export const testMailIdSchema = z.object({ id: z.uuid() }).meta({ id: 'TestMailId' });

export const testMailSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(['queued', ...mailOutcomeSchema.shape.state.options, 'bounced']).meta({
      description:
        '`queued`: it waits for a worker. `sent`: the mail server took it. `retrying`: the mail server did not take it, and it is tried again. `refused`: the mail server does not want it. `suppressed`: Inlet sends nothing to this address. `bounced`: it was taken, and a bounce or a complaint was reported later.',
    }),
    message: z.string().meta({ description: 'What happened, in a sentence.' }),
    answer: z.string().nullable().meta({ description: 'The words of the mail server, if there are any.' }),
    at: z.iso.datetime().meta({ description: 'When this was known.' }),
  })
  .meta({ id: 'TestMail' });
export type TestMail = z.infer<typeof testMailSchema>;
