import { type FormPage, updateFormPageSchema } from '@inlet/contracts/form-page';
import { ApiError } from '#lib/http.ts';
import type { FieldErrors } from '#lib/use-settings-form.ts';

/** The settings of a page, as typed. */
export interface PageDraft {
  readonly enabled: boolean;
  readonly title: string;
  readonly introduction: string;
  readonly button: string;
  readonly thanks: string;
  readonly accent: string;
}

export function draftOf({ enabled, title, introduction, button, thanks, accent }: FormPage): PageDraft {
  return {
    enabled,
    title: title ?? '',
    introduction: introduction ?? '',
    button: button ?? '',
    thanks: thanks ?? '',
    accent: accent ?? '',
  };
}

/** The draft as a change; empty fields return to the defaults. */
export function toPage({ enabled, title, introduction, button, thanks, accent }: PageDraft) {
  return {
    enabled,
    title: title.trim() || null,
    introduction: introduction.trim() || null,
    button: button.trim() || null,
    thanks: thanks.trim() || null,
    accent: accent.trim() || null,
  };
}

/** The errors of a draft before it is sent; the color field has its own name. */
export function checkDraft(draft: PageDraft): FieldErrors {
  const issues = updateFormPageSchema.safeParse(toPage(draft)).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}

/** The fields that a refusal refers to; empty without any. */
export function refusedFields(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.issues.map(({ field, message }) => [field, message]));
}
