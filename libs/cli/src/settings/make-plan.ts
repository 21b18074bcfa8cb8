import type { Form } from '@inlet/contracts/forms';
import type { Api } from '#connection/api.ts';
import { inParallel } from '#connection/in-parallel.ts';
import { listForms } from '#connection/list-forms.ts';
import { completeSettings } from '#settings/complete-settings.ts';
import { differences } from '#settings/differences.ts';
import { existingFaults } from '#settings/existing-faults.ts';
import { formFaults } from '#settings/form-faults.ts';
import type { FormSettings } from '#settings/form-settings.ts';
import { notesOf } from '#settings/notes-of.ts';
import type { FormPlan, Plan } from '#settings/plan.ts';
import { planTargets } from '#settings/plan-targets.ts';
import { allParts, readSettings } from '#settings/read-settings.ts';
import type { SettingsFile } from '#settings/settings-file.ts';

export interface PlanOptions {
  /** Whether forms and integrations that the file lacks are deleted. */
  readonly deletes: boolean;
}

const existingStep =
  'Write the id into the entry, or remove the entry and run `inlet pull`. Give it another name to create one more.';

/** Compares a file with the installation. The plan is empty if they say the same. */
export async function makePlan(api: Api, file: SettingsFile, { deletes }: PlanOptions): Promise<Plan> {
  const forms = new Map((await listForms(api)).map((form) => [form.id, form]));
  const unknown = file.forms.flatMap(({ id }, index) =>
    id === undefined || forms.has(id)
      ? []
      : [{ place: ['forms', index, 'id'], message: `There is no form ${id} in this installation` }],
  );
  const next = 'Remove the id to create the form, or remove the form from the file. `inlet forms` lists the ids.';
  if (unknown.length > 0) throw file.failure(unknown, next);
  const stored = await inParallel(file.forms, (wanted) => storedSettings(api, forms, wanted));
  const existing = existingFaults(file.forms, stored, [...forms.values()]);
  if (existing.length > 0) throw file.failure(existing, existingStep);
  const faults = file.forms.flatMap((wanted, index) => formFaults(wanted, stored[index] ?? {}, index));
  if (faults.length > 0) throw file.failure(faults);
  const plans = file.forms.map((wanted, index) => planForm({ wanted, stored: stored[index] ?? {}, index, deletes }));
  const changing = plans.filter(
    ({ step, changes, targets }) => step !== 'update' || changes.length + targets.length > 0,
  );
  const noted = await inParallel(changing, async (plan) => ({
    ...plan,
    notes: await notesOf(api, plan, stored[plan.index ?? 0]),
  }));
  return deletes ? [...noted, ...deletedForms(file, forms)] : noted;
}

/** The stored settings that a form of the file names; those of a new form are empty. */
async function storedSettings(api: Api, forms: ReadonlyMap<string, Form>, wanted: FormSettings): Promise<FormSettings> {
  const form = wanted.id === undefined ? undefined : forms.get(wanted.id);
  if (!form) return {};
  return readSettings(
    api,
    form,
    allParts.filter((part) => wanted[part] !== undefined),
  );
}

interface Compared extends PlanOptions {
  readonly wanted: FormSettings;
  readonly stored: FormSettings;
  readonly index: number;
}

function planForm({ wanted, stored, index, deletes }: Compared): FormPlan {
  const { targets, ...completed } = completeSettings(stored, wanted);
  const { targets: storedTargets = [], ...before } = stored;
  return {
    step: wanted.id === undefined ? 'create' : 'update',
    id: wanted.id ?? null,
    name: completed.name ?? '',
    index,
    wanted: completed,
    changes: differences(before, completed),
    targets: targets ? planTargets({ wanted: targets, stored: storedTargets, deletes }) : [],
    notes: [],
  };
}

function deletedForms({ forms: kept }: SettingsFile, forms: ReadonlyMap<string, Form>): FormPlan[] {
  const ids = new Set(kept.map(({ id }) => id));
  return [...forms.values()]
    .filter(({ id }) => !ids.has(id))
    .map(({ id, name, submissionCount }) => ({
      ...{ step: 'delete', id, name, index: null, wanted: {}, changes: [], targets: [] },
      notes: [`Its submissions are deleted for good: ${submissionCount}.`],
    }));
}
