import { type PresetKey, presets } from '@inlet/contracts/presets/all-presets';
import type { Preset } from '@inlet/contracts/presets/preset';
import { invalidField } from '#errors.ts';

/** The preset of a target's kind. */
export function presetOf(kind: string): Preset {
  if (!Object.hasOwn(presets, kind)) throw invalidField('There is no such kind of integration', 'kind');
  return presets[kind as PresetKey];
}
