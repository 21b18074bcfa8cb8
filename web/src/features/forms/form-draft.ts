import { type CreateForm, formDescriptionMaxLength, formNameMaxLength } from '@inlet/contracts/forms';
import { normaliseOrigin } from '@inlet/contracts/origins';
import { cutToOrigin } from '#features/forms/origin-input.ts';

export interface FormDraft {
  readonly name: string;
  readonly description: string;
  readonly origins: readonly string[];
}

export type DraftErrors = Partial<Record<keyof FormDraft, string>>;

/** Errors in a new form before it is sent; empty if there are none. */
export function checkDraft(draft: FormDraft): DraftErrors {
  const errors = { name: checkName(draft), description: checkDescription(draft), origins: checkOrigins(draft) };
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== null));
}

/** Blank entries are inputs to type in, not origins. */
export function toCreateForm({ name, description, origins }: FormDraft): CreateForm {
  return { name: name.trim(), description: description.trim() || null, allowedOrigins: filledOrigins(origins) };
}

/** True for a typed entry that the service would not accept. */
export function isBadOrigin(entry: string): boolean {
  return entry.trim() !== '' && normaliseOrigin(cutToOrigin(entry)) === null;
}

function checkName({ name }: FormDraft): string | null {
  if (name.trim() === '') return 'Form name is required';
  const isTooLong = name.trim().length > formNameMaxLength;
  return isTooLong ? `Form name must have at most ${formNameMaxLength} characters` : null;
}

function checkDescription({ description }: FormDraft): string | null {
  const isTooLong = description.trim().length > formDescriptionMaxLength;
  return isTooLong ? `Description must have at most ${formDescriptionMaxLength} characters` : null;
}

function checkOrigins({ origins }: FormDraft): string | null {
  if (filledOrigins(origins).length === 0) return 'At least one origin is required';
  return origins.some(isBadOrigin) ? 'All origins must start with https://' : null;
}

function filledOrigins(origins: readonly string[]): string[] {
  return origins.map((entry) => cutToOrigin(entry).trim()).filter((entry) => entry !== '');
}
