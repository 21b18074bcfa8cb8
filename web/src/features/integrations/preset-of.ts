import { type PresetKey, presets } from '@inlet/contracts/presets/all-presets';
import type { Preset } from '@inlet/contracts/presets/preset';

/** The preset of a kind. A kind that a newer release added is shown with the form of a webhook. */
export function presetOf(kind: string): Preset {
  return Object.hasOwn(presets, kind) ? presets[kind as PresetKey] : presets.webhook;
}
