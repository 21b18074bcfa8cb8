import type { Notifications } from '@inlet/contracts/notifications';
import { ApiError } from '#lib/http.ts';
import type { FieldErrors } from '#lib/use-settings-form.ts';

/** The settings that Save changes sends. Recipients are saved at once, so the draft excludes them. */
export type NotificationDraft = Pick<Notifications, 'mode' | 'autoReply' | 'confirmation' | 'alerts'>;

const unasked = { enabled: false, copy: false, before: 'notify' } as const;

/** The release before does not have `confirmation`. */
export function draftOf({ mode, autoReply, confirmation = unasked, alerts }: Notifications): NotificationDraft {
  return { mode, autoReply, confirmation, alerts };
}

/**
 * The errors of a draft before it is sent, by field, such as `autoReply.subject`. The inputs limit the length of texts.
 */
export function checkDraft(draft: NotificationDraft): FieldErrors {
  const { enabled, subject, body } = draft.autoReply;
  return {
    ...(enabled && subject.trim() === '' && { 'autoReply.subject': 'Subject is required' }),
    ...(enabled && body.trim() === '' && { 'autoReply.body': 'Message is required' }),
  };
}

/** The fields that a refusal refers to; empty without any. */
export function refusedFields(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.issues.map(({ field, message }) => [field, message]).toReversed());
}
