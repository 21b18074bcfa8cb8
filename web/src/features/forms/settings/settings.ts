import { type Form, type UpdateForm, updateFormSchema } from '@inlet/contracts/forms';

/** The settings of a form, as the screen keeps them. */
export interface Settings {
  readonly name: string;
  readonly description: string;
  readonly isActive: boolean;
  readonly allowedOrigins: readonly string[];
  /** Kilobytes as typed; empty for the maximum. */
  readonly bodyMaxBytes: string;
  readonly takesFiles: boolean;
  /** Types as typed, separated by commas. */
  readonly fileTypes: string;
}
export type SettingsField = keyof Settings;
export type SettingsErrors = Partial<Record<SettingsField, string>>;

export function settingsOf({ name, description, isActive, allowedOrigins, bodyMaxBytes, ...form }: Form): Settings {
  const kilobytes = bodyMaxBytes === null ? '' : String(bodyMaxBytes / bytesPerKilobyte);
  return {
    ...{ name, description: description ?? '', isActive, allowedOrigins, bodyMaxBytes: kilobytes },
    takesFiles: form.takesFiles,
    fileTypes: form.fileTypes.join(', '),
  };
}

/** The settings that are not on a page of their own. */
type SentSettings = Required<
  Pick<UpdateForm, 'name' | 'description' | 'isActive' | 'allowedOrigins' | 'bodyMaxBytes' | 'takesFiles' | 'fileTypes'>
>;

/** The settings as they are sent. */
export function toChange(settings: Settings): SentSettings {
  return {
    name: settings.name.trim(),
    description: settings.description.trim() || null,
    isActive: settings.isActive,
    allowedOrigins: [...settings.allowedOrigins],
    bodyMaxBytes: toBytes(settings.bodyMaxBytes),
    takesFiles: settings.takesFiles,
    fileTypes: settings.fileTypes.split(/[\s,]+/).filter((type) => type !== ''),
  };
}

/** The part that is saved automatically. Text fields are excluded: half a name must not become the form's name. */
export function toAutoSave({ isActive, allowedOrigins }: Settings): UpdateForm {
  return { isActive, allowedOrigins: [...allowedOrigins] };
}

/** The fields that differ from the stored form. */
export function changedFields(form: Form, settings: Settings): readonly SettingsField[] {
  const [stored, shown] = [toChange(settingsOf(form)), toChange(settings)];
  return fields.filter((field) => !isSame(stored[field], shown[field]));
}

/** The edits that still differ from the stored form. */
export function withoutStored(edits: Partial<Settings>, form: Form): Partial<Settings> {
  const stored = settingsOf(form);
  const left = fields.filter((field) => field in edits && !isSame(edits[field], stored[field]));
  return Object.fromEntries(left.map((field) => [field, edits[field]]));
}

/** Errors before anything is sent; empty without errors. */
export function checkSettings(settings: Settings): SettingsErrors {
  const result = updateFormSchema.safeParse(toChange(settings));
  if (result.success) return {};
  return Object.fromEntries(result.error.issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}

const fields: readonly SettingsField[] = [
  'name',
  'description',
  'isActive',
  'allowedOrigins',
  'bodyMaxBytes',
  'takesFiles',
  'fileTypes',
];

const bytesPerKilobyte = 1_000;

/** A text that is not a number becomes 0, which is refused as too small. */
function toBytes(kilobytes: string): number | null {
  if (kilobytes.trim() === '') return null;
  const bytes = Math.round(Number(kilobytes) * bytesPerKilobyte);
  return Number.isNaN(bytes) ? 0 : bytes;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
