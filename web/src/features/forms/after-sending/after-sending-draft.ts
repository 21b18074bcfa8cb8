import { type AfterSending, updateAfterSendingSchema } from '@inlet/contracts/after-sending';
import type { Form } from '@inlet/contracts/forms';
import { ApiError } from '#lib/http.ts';
import type { FieldErrors } from '#lib/use-settings-form.ts';

/** The settings for the response to visitors, as typed. An empty language is that of each visitor's browser. */
export type AfterSendingDraft = Readonly<Record<keyof AfterSending | 'language', string>>;

export function draftOf({ afterSending, language }: Pick<Form, 'afterSending' | 'language'>): AfterSendingDraft {
  const { message, redirect, name, logo, color } = afterSending;
  return {
    language: language ?? '',
    message: message ?? '',
    redirect: redirect ?? '',
    name: name ?? '',
    logo: logo ?? '',
    color: color ?? '',
  };
}

/** The draft as a change; empty fields return to the defaults. */
export function toChange({ message, redirect, name, logo, color }: AfterSendingDraft): AfterSending {
  return {
    message: message.trim() || null,
    redirect: redirect.trim() || null,
    name: name.trim() || null,
    logo: logo.trim() || null,
    color: color.trim() || null,
  };
}

/** The errors of a draft before it is sent. */
export function checkDraft(draft: AfterSendingDraft): FieldErrors {
  const issues = updateAfterSendingSchema.safeParse(toChange(draft)).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}

/** The fields that a refusal refers to; empty without any. */
export function refusedFields(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.issues.map(({ field, message }) => [field.replace('afterSending.', ''), message]));
}
