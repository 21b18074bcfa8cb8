import type { Form } from '@inlet/contracts/forms';
import { presets } from '@inlet/contracts/presets/all-presets';
import type { FormSettings, TargetSettings } from '#settings/form-settings.ts';
import type { Place } from '#yaml/place.ts';
import type { PlacedFault } from '#yaml/yaml-file.ts';

/**
 * Entries without an id that exist already. A pipeline throws its copy of the file away, with the ids that a push wrote
 * into it, so it would create such an entry again each time.
 */
export function existingFaults(
  wanted: readonly FormSettings[],
  stored: readonly FormSettings[],
  forms: readonly Pick<Form, 'id' | 'name'>[],
): PlacedFault[] {
  return wanted.flatMap((form, index) => [
    ...existing(
      'form',
      ['forms', index],
      form,
      forms.find(({ name }) => name === form.name),
    ),
    ...(form.targets ?? []).flatMap((target, at) =>
      existing('An integration', ['forms', index, 'targets', at], target, twinOf(target, stored[index]?.targets ?? [])),
    ),
  ]);
}

type Entry = { readonly id?: string | undefined } | undefined;

function existing(what: string, place: Place, entry: Entry, twin: Entry): PlacedFault[] {
  if (entry?.id !== undefined || twin?.id === undefined) return [];
  return [{ place, message: `${what} with this name exists already, with the id ${twin.id}` }];
}

/** The installation names an integration after its kind if the file does not. */
function twinOf(
  { kind = 'webhook', name = presets[kind].title }: TargetSettings,
  stored: readonly TargetSettings[],
): TargetSettings | undefined {
  return stored.find((other) => other.kind === kind && other.name === name);
}
