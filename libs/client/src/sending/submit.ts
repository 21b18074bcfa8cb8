import type { Outcome } from '#sending/outcome.ts';
import type { Transport } from '#sending/post.ts';
import { inQueue } from '#sending/queue.ts';
import { send } from '#sending/send.ts';
import { sendInOrder } from '#sending/send-queued.ts';
import { createKey, type Submission } from '#sending/submission.ts';
import { defaultTexts, type Texts, textOf } from '#sending/texts.ts';

export type FormFields = Readonly<Record<string, unknown>>;

export interface SubmitOptions {
  /** The submission's idempotency key, 1 to 255 characters. Without it, `submit` makes one. */
  readonly key?: string | undefined;
  /** True if visitors may change the fields between two attempts with the key: a changed submission gets its own key. */
  readonly isFormKey?: boolean | undefined;
  readonly texts?: Partial<Texts> | undefined;
  /** False keeps nothing on the visitor's device. */
  readonly queue?: boolean | undefined;
  /** Sends what is not saved, such as files: `withProgress` of `@inlet/client/progress` also tells the progress. */
  readonly transport?: Transport | undefined;
}

/** Without the queue, only the page itself remembers a submission. */
const attemptsWithoutQueue = 10;

/** Sends fields to a form's endpoint, and again if the network or the service is away. Works in Node too. */
export async function submit(
  endpoint: string,
  data: FormData | FormFields,
  options: SubmitOptions = {},
): Promise<Outcome> {
  const { key = createKey(), isFormKey, transport } = options;
  const texts = { ...defaultTexts, ...options.texts };
  let fields: Submission['fields'] = JSON.stringify(data);
  if (data instanceof FormData) {
    // An input without a chosen file has a file without a name.
    fields = [...data].filter(([, value]) => (value as File).name !== '');
    if (fields.some(([, value]) => (value as File).name)) {
      fields = data;
      texts.refused = texts.filesNotQueued;
    }
  }
  const submission = { endpoint, key, isFormKey, fields, createdAt: Date.now() };
  const id = fields !== data && options.queue !== false && (await inQueue('add', submission));
  const sending = id ? sendInOrder({ ...submission, id }) : send(submission, attemptsWithoutQueue, transport);
  const outcome: Outcome = (await sending) ?? { state: 'queued', message: '' };
  return { ...outcome, message: textOf(outcome, texts) };
}
