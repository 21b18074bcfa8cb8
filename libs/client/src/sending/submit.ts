import type { Outcome } from '#sending/outcome.ts';
import { addItem, type Item, removeItem } from '#sending/queue.ts';
import { pause, send } from '#sending/send.ts';
import { announce, sendInOrder, sendQueuedLater, watchConnection } from '#sending/send-queued.ts';
import { createSubmission, type FormFields, type Submission } from '#sending/submission.ts';
import { defaultTexts, type Texts } from '#sending/texts.ts';

export interface DeliverOptions {
  readonly texts?: Partial<Texts> | undefined;
  /** False keeps nothing on the visitor's device. */
  readonly queue?: boolean | undefined;
  /** Aborts the submission; then `submit` rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told the share that is sent, from 0 to 1, in browsers. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

export interface SubmitOptions extends DeliverOptions {
  /** The submission's idempotency key, 1 to 255 characters. Without it, `submit` makes one. */
  readonly key?: string | undefined;
  /** True if visitors may change the fields between two attempts with the key: a changed submission gets its own key. */
  readonly isFormKey?: boolean | undefined;
}

/** Without a queue, only this page remembers the submission. */
const attemptsWithoutQueue = 10;
/** Some browsers neither open their storage nor refuse it. */
const addMaxMs = 2_000;
/** The visitor hears after this time that the submission is saved, whatever is still under way. */
const answerMaxMs = 60_000;

/** Sends fields to a form's endpoint, and again if the network or the service is away. Works in Node too. */
export async function submit(
  endpoint: string,
  data: FormData | FormFields,
  { key, isFormKey = false, ...options }: SubmitOptions = {},
): Promise<Outcome> {
  return deliver({ ...createSubmission(endpoint, data, key), isFormKey }, options);
}

/** Sends a submission by way of the queue, or without it where there is none. */
export async function deliver(submission: Submission, options: DeliverOptions): Promise<Outcome> {
  const { signal, onProgress, queue = true } = options;
  const texts = { ...defaultTexts, ...options.texts };
  signal?.throwIfAborted();
  const added = queue ? await add(submission) : undefined;
  const refusedText = texts[typeof added === 'string' ? added : 'refused'];
  const sending = { signal, onProgress, refusedText };
  const outcome =
    typeof added === 'object'
      ? ((await sendItem(added, sending)) ?? { state: 'queued', message: texts.queued })
      : await sendAlone(submission, sending);
  return outcome.state === 'sent' && texts.sent ? { ...outcome, message: texts.sent } : outcome;
}

type Sending = Parameters<typeof sendInOrder>[1];

async function sendAlone(submission: Submission, sending: Sending): Promise<Outcome> {
  const result = await send(submission, { ...sending, attemptsMax: attemptsWithoutQueue });
  return result.outcome ?? result.reason;
}

/** The outcome of an item, or undefined while it stays in the queue. */
async function sendItem(item: Item, sending: Sending): Promise<Outcome | undefined> {
  watchConnection();
  const sent = sendInOrder(item, sending);
  try {
    const result = await Promise.race([sent, pause(answerMaxMs)]);
    if (result?.outcome) return result.outcome;
    sendQueuedLater(result?.waitMs);
    // The visitor was told that it is saved, so the page is told what becomes of it.
    if (!result) sent.then(({ outcome }) => outcome && announce(item, outcome)).catch(() => undefined);
    return undefined;
  } catch (error) {
    await removeItem(item.id).catch(() => undefined);
    throw error;
  }
}

/** The item of the queue, or the text that says why there is none; undefined where the browser keeps nothing. */
async function add(submission: Submission): Promise<Item | 'filesNotQueued' | 'queueFull' | undefined> {
  const { body } = submission;
  if (typeof body !== 'string') return 'filesNotQueued';
  const item = { ...submission, body };
  try {
    const id = await Promise.race([addItem(item), pause(addMaxMs)]);
    return id === 'full' ? 'queueFull' : id ? { ...item, id } : undefined;
  } catch {
    return undefined;
  }
}
