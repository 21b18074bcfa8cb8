import type { Preset } from '@inlet/contracts/presets/preset';
import type { TargetSecrets } from '@inlet/contracts/target-secrets';
import { escapeHtml } from '@inlet/contracts/text';

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
  const keys = [secret, oldSecret ?? ''].flatMap((key) => [key, key.slice(key.indexOf('_') + 1)]);
  const all = [url, ...partsOf(preset, url), ...ofHeaders, ...ofSettings, ...keys];
  const written = all.flatMap(spellings);
  return [...new Set(written)].filter(({ length }) => length >= shortestSecret).toSorted((a, b) => b.length - a.length);
}

/** What stands behind the host is the key of a service, also part by part; elsewhere the query may hold a token. */
function partsOf({ fields }: Preset, url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { pathname, search, searchParams } = new URL(url);
  const isSecret = fields.some((field) => field.name === 'url' && field.isSecret);
  return [...(isSecret ? [pathname + search, pathname, ...pathname.split('/')] : []), ...searchParams.values()];
}

function spellings(value: string): string[] {
  return [value, JSON.stringify(value).slice(1, -1), escapeHtml(value), encodeURIComponent(value.toWellFormed())];
}

/** Replaces secrets in the start of a response or in an error, and the beginning of one where the text ends. */
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
