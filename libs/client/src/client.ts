// biome-ignore-all lint/performance/noBarrelFile: the entry of a published package.
export { type EnhancedForm, type EnhanceOptions, enhance } from '#form/enhance.ts';
export type { SavedOutcome } from '#sending/events.ts';
export type { FieldError, Outcome, Queued, Refused, Sent } from '#sending/outcome.ts';
export { sendQueued } from '#sending/send-queued.ts';
export { createKey, type FormFields } from '#sending/submission.ts';
export { type SubmitOptions, submit } from '#sending/submit.ts';
export { defaultTexts, type Texts } from '#sending/texts.ts';
