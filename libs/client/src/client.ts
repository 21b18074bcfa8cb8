// biome-ignore-start lint/performance/noBarrelFile: the entry of a published package.
export { type EnhancedForm, type EnhanceOptions, enhance } from '#form/enhance.ts';
export type { FieldError, Outcome, Queued, Refused, Sent, SettledItem } from '#sending/outcome.ts';
export { sendQueued } from '#sending/send-queued.ts';
export { createKey } from '#sending/submission.ts';
export { type FormFields, type SubmitOptions, submit } from '#sending/submit.ts';
export { defaultTexts, type Texts, textOf } from '#sending/texts.ts';
// biome-ignore-end lint/performance/noBarrelFile: the entry of a published package.
