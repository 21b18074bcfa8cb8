import * as z from 'zod';
import { emailAddressMax } from '#email-address.ts';
import { canBeStored } from '#text.ts';

/** The number of listed mentions of an address. */
export const mentionsMax = 100;
/** The number of listed erasures. */
export const erasuresListed = 100;

const addressMessage = 'Enter a valid email address';

/** An address as a form may have received it, even if Inlet itself would send no mail to it. */
const personEmailSchema = z
  .string({ error: 'Email is required' })
  .max(500, addressMessage)
  .transform((text) => text.normalize('NFC').trim().toLowerCase())
  .refine(
    (text) => text.length <= emailAddressMax && /^[^\s@]+@[^\s@]+$/.test(text) && canBeStored(text),
    addressMessage,
  )
  .meta({ format: 'email' });

export const personQuerySchema = z.object({ email: personEmailSchema });
export const eraseSchema = z.object({ email: personEmailSchema }).meta({ id: 'ErasePerson' });

/** A whole number with a description. */
export const count = (description: string) => z.number().int().meta({ description });

export const personCountsSchema = z
  .object({
    submissions: count('Submissions with a field that equals the address.'),
    files: count('Files of these submissions.'),
    notes: count('Notes on these submissions.'),
    deliveries: count('Deliveries of these submissions that wait or have failed.'),
    attempts: count('Attempts to deliver these submissions, and attempts whose response names the address.'),
    deadSubmissions: count('Submissions that could not be stored and were set aside.'),
    mails: count('Mails that wait to be sent, to the address or with it in their text.'),
    suppressions: count('Notes that the address gets no mail. The protection stays, as a hash.'),
  })
  .meta({ id: 'PersonCounts' });
export type PersonCounts = z.infer<typeof personCountsSchema>;

/** The places where a longer text, or data of the owner's own, can mention an address. */
export const mentionPlaces = ['field', 'note', 'tag', 'recipient', 'block_list', 'view', 'set_aside'] as const;
export type MentionPlace = (typeof mentionPlaces)[number];

export const mentionSchema = z
  .object({
    place: z.enum(mentionPlaces).meta({
      description:
        '`field`, `note` and `tag` are of a submission, `set_aside` of one that could not be stored; `recipient`, `block_list` and `view` are settings of the form.',
    }),
    formId: z.uuid(),
    formName: z.string(),
    submissionId: z.uuid().nullable().meta({ description: 'Null for a setting of the form.' }),
    field: z.string().nullable().meta({ description: 'The name of the field, as in `messages.0.text`.' }),
    excerpt: z.string().meta({ description: 'The text around the address.' }),
  })
  .meta({ id: 'Mention' });
export type Mention = z.infer<typeof mentionSchema>;

export const mentionCountSchema = count('All mentions. At most 100 are listed.');

export const erasureStates = ['waiting', 'running', 'done'] as const;
export type ErasureState = (typeof erasureStates)[number];

export const erasureStartedSchema = z.object({ id: z.uuid() }).meta({ id: 'ErasureStarted' });

const erasureShape = {
  id: z.uuid(),
  state: z.enum(erasureStates),
  requestedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  counts: personCountsSchema.meta({ description: 'What was erased so far.' }),
  mentionCount: mentionCountSchema,
};
export const erasureListSchema = z
  .object({ erasures: z.array(z.object(erasureShape).meta({ id: 'ErasureSummary' })) })
  .meta({ id: 'ErasureList' });
export type ErasureList = z.infer<typeof erasureListSchema>;

export const erasureSchema = z
  .object({
    ...erasureShape,
    mentions: z
      .array(mentionSchema)
      .meta({ description: 'What was left for you to decide, as far as it is still there.' }),
    receipt: z
      .string()
      .nullable()
      .meta({ description: 'A compact JWS, signed with Ed25519, once the state is `done`.' }),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.infer<typeof erasureSchema>;

export const erasureKeySchema = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.literal('OKP'),
          crv: z.literal('Ed25519'),
          x: z.string(),
          kid: z.string(),
          alg: z.literal('EdDSA'),
          use: z.literal('sig'),
          pem: z.string().meta({ description: 'The same key for openssl.' }),
        }),
      )
      .meta({ description: 'A JSON Web Key Set. The first key signs; receipts name their key as `kid`.' }),
  })
  .meta({ id: 'ErasureKeys' });
export type ErasureKeys = z.infer<typeof erasureKeySchema>;

/** The context that the address of an erasure is sealed for. */
export const erasureContext = (id: string) => `erasure:${id}`;
