import type { Preset } from '@inlet/contracts/presets/preset';
import type { TargetSecrets } from '@inlet/contracts/target-secrets';

/** Shorter values hide nothing, and would be found in every second text. */
const shortestSecret = 4;
const mark = '[hidden]';

/** The values of a target that its log must not show, the longest first. */
export function secretsOf(preset: Preset, { url, headers, settings, secret, oldSecret }: TargetSecrets): string[] {
  const ofSettings = preset.fields.flatMap(({ name, ...field }) =>
    'isSecret' in field && settings[name] ? [settings[name]] : [],
  );
  // A receiver may repeat the token of `Bearer TOKEN` alone.
  const ofHeaders = Object.values(headers).flatMap((value) => [value, value.slice(value.lastIndexOf(' ') + 1)]);
  const all = [url, ...ofHeaders, ...ofSettings, secret, ...(oldSecret === null ? [] : [oldSecret])];
  const written = all.flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]);
  return [...new Set(written)].filter(({ length }) => length >= shortestSecret).toSorted((a, b) => b.length - a.length);
}

/** Replaces secrets in the start of a response, and the beginning of one where the text ends. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) shown = withoutCutSecret(shown.replaceAll(secret, mark), secret);
  return shown;
}

function withoutCutSecret(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= shortestSecret; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + mark;
  }
  return text;
}
