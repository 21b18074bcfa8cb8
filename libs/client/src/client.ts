import { uploadWith } from '#progress.ts';
import type { Outcome } from '#sending/outcome.ts';
import { type DeliverOptions, deliver } from '#sending/submit.ts';

// biome-ignore-start lint/performance/noBarrelFile: the entry of a published package.
export { type EnhancedForm, type EnhanceOptions, enhance } from '#form/enhance.ts';
export type { FieldError, Outcome, Queued, Refused, Sent, SettledItem } from '#sending/outcome.ts';
export { sendQueued } from '#sending/send-queued.ts';
export { createKey } from '#sending/submission.ts';
export { defaultTexts, type Texts } from '#sending/texts.ts';
// biome-ignore-end lint/performance/noBarrelFile: the entry of a published package.

export type FormFields = Readonly<Record<string, unknown>>;

export interface SubmitOptions {
  /** The submission's idempotency key, 1 to 255 characters. Without it, `submit` makes one. */
  readonly key?: string | undefined;
  /** True if visitors may change the fields between two attempts with the key: a changed submission gets its own key. */
  readonly isFormKey?: boolean | undefined;
  readonly texts?: DeliverOptions['texts'];
  /** False keeps nothing on the visitor's device. */
  readonly queue?: boolean | undefined;
  /** Ends the attempts; then `submit` rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Told the share that is sent, from 0 to 1, in browsers. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Sends fields to a form's endpoint, and again if the network or the service is away. Works in Node too. */
export function submit(
  endpoint: string,
  data: FormData | FormFields,
  { onProgress, ...options }: SubmitOptions = {},
): Promise<Outcome> {
  const hasProgress = onProgress && globalThis.XMLHttpRequest;
  return deliver(endpoint, data, { ...options, transport: hasProgress ? uploadWith(onProgress) : fetch });
}
