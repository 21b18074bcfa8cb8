import type { Preset } from '@inlet/contracts/presets/preset';
import { createTargetSchema, updateTargetSchema } from '@inlet/contracts/targets';
import { type TargetDraft, toChange, toCreate } from '#features/integrations/target-draft.ts';
import { ApiError } from '#lib/http.ts';

/** Messages by part of the form: `name`, `events`, `rate`, or `values.url` for a field of the preset. */
export type DraftErrors = Readonly<Record<string, string>>;

interface Issue {
  readonly field: string;
  readonly message: string;
}

/** The errors of a draft before it is sent, with the messages of the schema that the service validates with. */
export function checkDraft(preset: Preset, draft: TargetDraft, isNew: boolean): DraftErrors {
  const missing = preset.fields
    .filter(({ name, isOptional, isSecret }) => !isOptional && (isNew || !isSecret) && !draft.values[name]?.trim())
    .map(({ name, label }) => ({ field: `values.${name}`, message: `${label} is required` }));
  let body: unknown;
  try {
    body = isNew ? toCreate(preset, draft) : toChange(preset, draft);
  } catch {
    return byField([...missing, { field: 'template', message: 'The body is not valid JSON' }]);
  }
  const issues = (isNew ? createTargetSchema : updateTargetSchema).safeParse(body).error?.issues ?? [];
  const found = issues.map(({ path, message }) => ({ field: partOf(path.map(String)), message }));
  return byField([...missing, ...found]);
}

/** The parts of the form that a refusal refers to; empty without any. */
export function refusedParts(error: unknown): DraftErrors {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'address_not_allowed') return { 'values.url': error.message };
  return byField(error.issues.map(({ field, message }) => ({ field: partOf(field.split('.')), message })));
}

function partOf([part = '', ...rest]: readonly string[]): string {
  if (part === 'url') return 'values.url';
  if (part === 'when') return [part, ...rest].join('.');
  return part === 'settings' ? `values.${rest.join('.')}` : part;
}

/** The first message of each field. */
function byField(issues: readonly Issue[]): DraftErrors {
  return Object.fromEntries(issues.map(({ field, message }) => [field, message]).toReversed());
}

/** The errors that remain while a part of the draft is edited: a message disappears when its own field is edited. */
export function errorsLeft(errors: DraftErrors, before: TargetDraft, part: Partial<TargetDraft>): DraftErrors {
  const isTouched = (field: string) => {
    const [name = '', value = ''] = field.split('.');
    return name === 'values' ? part.values && part.values[value] !== before.values[value] : name in part;
  };
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !isTouched(field)));
}

/** True if a part of the form is below "More options". */
export function isInOptions({ key }: Preset, part: string): boolean {
  return ['fields', 'headers', 'rate'].includes(part) || (part === 'template' && key !== 'custom');
}
