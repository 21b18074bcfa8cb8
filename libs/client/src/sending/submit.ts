import type { Outcome } from '#sending/outcome.ts';
import type { PostOptions } from '#sending/post.ts';
import { inQueue } from '#sending/queue.ts';
import { send } from '#sending/send.ts';
import { sendInOrder } from '#sending/send-queued.ts';
import { createKey, type Submission } from '#sending/submission.ts';
import { defaultTexts, type Texts } from '#sending/texts.ts';

export interface DeliverOptions extends PostOptions {
  readonly key?: string | undefined;
  readonly isFormKey?: boolean | undefined;
  readonly texts?: Partial<Texts> | undefined;
  readonly queue?: boolean | undefined;
}

const itemsMax = 1_000;
const charactersMax = 5_000_000;
/** Without the queue, only the page itself remembers a submission. */
const attemptsWithoutQueue = 10;

/** Sends a submission by way of the queue, or without it where there is none. */
export async function deliver(endpoint: string, data: FormData | object, options: DeliverOptions): Promise<Outcome> {
  const { key = createKey(), isFormKey, signal } = options;
  const texts = { ...defaultTexts, ...options.texts };
  let unsent = texts.refused;
  let fields: Submission['fields'] = JSON.stringify(data);
  if (data instanceof FormData) {
    // An input without a chosen file has a file without a name.
    fields = [...data].filter(([, value]) => (value as File).name !== '');
    if (fields.some(([, value]) => (value as File).name)) {
      fields = data;
      unsent = texts.filesNotQueued;
    }
  }
  const submission = { endpoint, key, isFormKey, fields, createdAt: Date.now() };
  let id: number | undefined;
  if (fields !== data && options.queue !== false) {
    const items = (await inQueue('getAll')) ?? [];
    const isFull = items.length >= itemsMax || JSON.stringify([items, submission]).length > charactersMax;
    if (isFull) unsent = texts.queueFull;
    else id = await inQueue('add', submission);
  }
  const outcome = await (id
    ? sendInOrder({ ...submission, id }, options)
    : send(submission, attemptsWithoutQueue, options));
  if (signal?.aborted) {
    if (id) await inQueue('delete', id);
    throw signal.reason;
  }
  if (!outcome) return { state: 'queued', message: texts.queued };
  return { ...outcome, message: (outcome.state === 'sent' && texts.sent) || outcome.message || unsent };
}
