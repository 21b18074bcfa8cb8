import type { Preset } from '@inlet/contracts/presets/preset';
import { secretMask } from '@inlet/contracts/secret-mask';

/** A target's URL for its owner: only the host, unless the preset's URL is not a secret. */
export function maskedUrl(preset: Preset, url: string): string {
  if (preset.fields.some(({ name, isSecret }) => name === 'url' && isSecret !== true)) return url;
  // The URL of such a preset is built from its settings.
  return `${new URL(url || preset.url.replaceAll(/\{\{[^{}]*\}\}/g, 'x')).origin}/${secretMask}`;
}

export function maskedSettings(preset: Preset, settings: Readonly<Record<string, string>>): Record<string, string> {
  return mapValues(settings, (value, name) => (isSecret(preset, name) && value !== '' ? secretMask : value));
}

/** The owner's headers without their values. */
export function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return mapValues(headers, () => secretMask);
}

function isSecret({ fields }: Preset, wanted: string): boolean {
  return fields.some(({ name, isSecret }) => name === wanted && isSecret === true);
}

function mapValues(values: Readonly<Record<string, string>>, map: (value: string, name: string) => string) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}
