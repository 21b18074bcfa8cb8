import { presets } from '@inlet/contracts/presets/all-presets';
import { secretMask } from '@inlet/contracts/secret-mask';
import type { TargetSettings } from '#settings/form-settings.ts';

/** Whether a value stands for a secret that is stored and never shown. */
export function isMasked(value: string): boolean {
  return value.includes(secretMask);
}

/** An integration whose secrets nobody can read on a screen or in a log. */
export function withoutSecrets(target: TargetSettings): TargetSettings {
  const { url, headers, settings } = target;
  const hide = (path: string, value: string) => (isSecret(target, path) && !isMasked(value) ? 'a new value' : value);
  const hideAll = (name: string, values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, hide(`${name}.${key}`, value)]));
  return {
    ...target,
    ...(url !== undefined && { url: hide('url', url) }),
    ...(headers && { headers: hideAll('headers', headers) }),
    ...(settings && { settings: hideAll('settings', settings) }),
  };
}

/** Whether a value of an integration, such as `url` or `settings.token`, is kept secret. */
export function isSecret({ kind = 'webhook' }: TargetSettings, path: string): boolean {
  if (path.startsWith('headers.')) return true;
  const name = path.replace(/^settings\./, '');
  return presets[kind].fields.some((field) => field.name === name && field.isSecret === true);
}
