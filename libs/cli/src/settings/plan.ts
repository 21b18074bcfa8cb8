import type { Change } from '#settings/differences.ts';
import type { FormSettings, TargetSettings } from '#settings/form-settings.ts';

export type Step = 'create' | 'update' | 'delete';

/** What a push does with an integration. */
export interface TargetPlan {
  readonly step: Step;
  readonly id: string | null;
  readonly name: string;
  /** The position in the file's list; null for an integration that the file lacks. */
  readonly index: number | null;
  readonly wanted: TargetSettings;
  readonly changes: readonly Change[];
}

/** What a push does with a form. */
export interface FormPlan {
  readonly step: Step;
  readonly id: string | null;
  readonly name: string;
  readonly index: number | null;
  /** The settings of the file, completed with the stored ones. */
  readonly wanted: FormSettings;
  /** Without those of its integrations. */
  readonly changes: readonly Change[];
  readonly targets: readonly TargetPlan[];
  /** What else happens by the change. */
  readonly notes: readonly string[];
}

/** The forms that a push changes. */
export type Plan = readonly FormPlan[];

/** The name of a setting that a change is in: `rules` for `rules.fields[email].required`. */
export function settingOf({ path }: Change): string {
  return path.split(/[.[ ]/)[0] ?? '';
}
