import { type Language, languages } from '@inlet/contracts/languages';
import { type AcceptedUpload, acceptedUploadSchema } from '@inlet/contracts/uploads';
import * as z from 'zod';
import { splitIds } from '#batch-ids.ts';

/** One accepted submission on its way from ingest to the worker. */
export interface AcceptedSubmission {
  readonly id: string;
  readonly formId: string;
  /** The account whose usage it counts towards. */
  readonly userId: string;
  readonly receivedAtMs: number;
  /** The fields as JSON text: written once by ingest and never read again on the way to the database. */
  readonly json: string;
  readonly origin: string | null;
  readonly userAgent: string | null;
  /** Spam is kept apart, and counts neither as usage nor in the form's total. */
  readonly isSpam: boolean;
  readonly subject: string | null;
  readonly replyTo: string | null;
  /** The version of the form's spam settings, if it has any. */
  readonly spamVersion?: number | undefined;
  /** The token of the form's captcha; undefined for forms without one. */
  readonly captchaToken?: string | undefined;
  /** The visitor's address, only if a remote check needs it. */
  readonly address?: string | undefined;
  /** The name of its idempotency key's claim, which a spam verdict releases. */
  readonly claim?: string | undefined;
  /** Undefined without files. */
  readonly upload?: AcceptedUpload | undefined;
  /** The version of the rules that judged it; undefined if none did. */
  readonly rulesVersion?: number | undefined;
  /** The rules that it breaks, as JSON text; undefined if it breaks none. */
  readonly ruleErrors?: string | undefined;
  /** The language of the mails to this visitor; undefined for that of the form, or English. */
  readonly visitorLanguage?: Language | undefined;
}

const extrasSchema = z.object({
  spam: z.literal(true).optional(),
  subject: z.string().optional(),
  replyTo: z.string().optional(),
  token: z.string().optional(),
  address: z.string().optional(),
  claim: z.string().optional(),
  upload: acceptedUploadSchema.optional(),
  // A worker of the previous release ignores these two.
  ruleErrors: z.string().optional(),
  language: z.enum(languages).optional().catch(undefined),
});
type Extras = z.output<typeof extrasSchema>;

/** The position that stands for a missing value. */
const none = -1;
const position = z.number().int().min(none);

/** Id, form, milliseconds since the start, origin, user agent, fields as JSON text, and rarer properties. */
type Row = [
  id: string,
  form: number,
  afterMs: number,
  origin: number,
  userAgent: number,
  json: string,
  extras?: Extras | undefined,
];
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** A batch has hundreds of rows: a schema would add a tenth to the cost of storing them. */
function areRows(rows: unknown): rows is Row[] {
  return Array.isArray(rows) && rows.every(isRow);
}

function isRow(row: unknown): row is Row {
  if (!Array.isArray(row) || row.length > 7) return false;
  const [id, form, afterMs, origin, userAgent, json, extras] = row;
  return (
    typeof id === 'string' &&
    uuid.test(id) &&
    isFrom(0, form) &&
    isFrom(0, afterMs) &&
    isFrom(none, origin) &&
    isFrom(none, userAgent) &&
    typeof json === 'string' &&
    (extras === undefined || extrasSchema.safeParse(extras).success)
  );
}

function isFrom(least: number, value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

/**
 * A batch of submissions. Forms, origins and user agents repeat within a batch, so each is written once and rows refer
 * to it by position. Otherwise a small submission would take three times its size.
 */
const packedSchema = z
  .object({
    /** Form and owner. */
    forms: z.array(z.tuple([z.uuid(), z.uuid()])),
    /**
     * The version of each form's spam settings, or -1. It is missing in old batches and in batches without such a form.
     */
    spamVersions: z.array(position).optional(),
    /** The version of the rules that judged its submissions, or -1: a form is listed once for each version. */
    rulesVersions: z.array(position).optional(),
    origins: z.array(z.string()),
    userAgents: z.array(z.string()),
    /** The time of the first submission; the others are stored as offsets to it. */
    startMs: z.number().int().nonnegative(),
    rows: z.custom<Row[]>(areRows),
    /**
     * W3C traceparents that continue the batch's traces in the worker: that of the span that queued it, then those of
     * some submissions. They are only present with tracing, and a batch is never rejected because of them.
     */
    trace: z.array(z.string()).optional().catch(undefined),
  })
  .refine(
    ({ rows, forms, origins, userAgents }) =>
      rows.every(
        ([, form, , origin, userAgent]) =>
          form < forms.length && origin < origins.length && userAgent < userAgents.length,
      ),
    'A row refers to something that the batch lacks',
  );
export type SubmissionBatch = z.infer<typeof packedSchema>;

/** A batch as it waits in Redis. An earlier release wrote the ids of its rows as a separate text. */
export const submissionBatchSchema = z.preprocess(withIds, packedSchema);

function withIds(payload: unknown): unknown {
  const { ids: text, rows } = Object(payload);
  if (typeof text !== 'string' || !Array.isArray(rows)) return payload;
  const ids = splitIds(text);
  return {
    ...(payload as object),
    rows: rows.map((cells, index) => (Array.isArray(cells) ? [ids[index], ...cells] : cells)),
  };
}

/** Packs accepted submissions into the payload of one job. */
export function packBatch(submissions: readonly AcceptedSubmission[], trace?: string[]): SubmissionBatch {
  const forms = new Positions<[string, string]>();
  const spamVersions: number[] = [];
  const rulesVersions: number[] = [];
  const origins = new Positions<string>();
  const userAgents = new Positions<string>();
  const startMs = submissions.reduce(
    (least, { receivedAtMs }) => Math.min(least, receivedAtMs),
    submissions[0]?.receivedAtMs ?? 0,
  );
  const rows = submissions.map((submission): Row => {
    const { id, formId, userId, receivedAtMs, origin, userAgent, json, spamVersion, rulesVersion } = submission;
    const form = forms.of(rulesVersion === undefined ? formId : `${formId} ${rulesVersion}`, () => [formId, userId]);
    if (rulesVersion !== undefined) rulesVersions[form] = rulesVersion;
    if (spamVersion !== undefined) spamVersions[form] = Math.max(spamVersion, spamVersions[form] ?? 0);
    const from = origin === null ? none : origins.of(origin, () => origin);
    const by = userAgent === null ? none : userAgents.of(userAgent, () => userAgent);
    const extras = extrasOf(submission);
    const afterMs = receivedAtMs - startMs;
    return extras === null ? [id, form, afterMs, from, by, json] : [id, form, afterMs, from, by, json, extras];
  });
  const batch = { forms: forms.list, origins: origins.list, userAgents: userAgents.list, startMs, rows };
  const ofForms = (versions: readonly number[]) => forms.list.map((_, form) => versions[form] ?? none);
  return {
    ...batch,
    ...(spamVersions.length > 0 && { spamVersions: ofForms(spamVersions) }),
    ...(rulesVersions.length > 0 && { rulesVersions: ofForms(rulesVersions) }),
    ...(trace && { trace }),
  };
}

/** The inverse of `packBatch`, for a batch that the schema has parsed. */
export function unpackBatch(batch: SubmissionBatch): AcceptedSubmission[] {
  return batch.rows.map(([id, form, afterMs, origin, userAgent, json, extras]) => {
    const [formId = '', userId = ''] = batch.forms[form] ?? [];
    return {
      id,
      formId,
      userId,
      receivedAtMs: batch.startMs + afterMs,
      json,
      origin: batch.origins[origin] ?? null,
      userAgent: batch.userAgents[userAgent] ?? null,
      isSpam: extras?.spam ?? false,
      subject: extras?.subject ?? null,
      replyTo: extras?.replyTo ?? null,
      spamVersion: versionOf(batch.spamVersions, form),
      captchaToken: extras?.token,
      address: extras?.address,
      claim: extras?.claim,
      upload: extras?.upload,
      rulesVersion: versionOf(batch.rulesVersions, form),
      ruleErrors: extras?.ruleErrors,
      visitorLanguage: extras?.language,
    };
  });
}

function versionOf(versions: readonly number[] | undefined, form: number): number | undefined {
  const version = versions?.[form];
  return version === none ? undefined : version;
}

function extrasOf(submission: AcceptedSubmission): Extras | null {
  const { isSpam, subject, replyTo, captchaToken, address, claim, upload, ruleErrors, visitorLanguage } = submission;
  const isPlain = (captchaToken ?? address ?? claim ?? upload ?? ruleErrors ?? visitorLanguage) === undefined;
  if (!isSpam && subject === null && replyTo === null && isPlain) return null;
  return {
    ...(isSpam && { spam: true }),
    ...(subject !== null && { subject }),
    ...(replyTo !== null && { replyTo }),
    ...(captchaToken !== undefined && { token: captchaToken }),
    ...(address !== undefined && { address }),
    ...(claim !== undefined && { claim }),
    ...(upload !== undefined && { upload }),
    ...(ruleErrors !== undefined && { ruleErrors }),
    ...(visitorLanguage !== undefined && { language: visitorLanguage }),
  };
}

class Positions<Item> {
  readonly list: Item[] = [];
  readonly #byName = new Map<string, number>();

  of(name: string, make: () => Item): number {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const position = this.list.push(make()) - 1;
    this.#byName.set(name, position);
    return position;
  }
}
