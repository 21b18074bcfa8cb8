import type { Preset } from '@inlet/contracts/presets/preset';
import type { TargetSecrets } from '@inlet/contracts/target-secrets';
import { HttpError } from '@inlet/http/errors';
import { checkTargetUrl } from '@inlet/outbound/check-address';
import type { TargetDeps } from '#deliveries/targets/target-sealing.ts';
import { addressNotAllowed } from '#errors.ts';

type Values = Pick<TargetSecrets, 'url' | 'settings' | 'headers'>;
interface Issue {
  readonly field: string;
  readonly message: string;
}

/** Refuses values that the preset does not use, missing values, and forbidden addresses. */
export function requireValidTarget(
  { webhookAllow }: Pick<TargetDeps, 'webhookAllow'>,
  preset: Preset,
  { url, settings, headers }: Values,
): void {
  const issues = [...missingValues(preset, { url, settings }), ...unknownValues(preset, { settings, headers })];
  const [first] = issues;
  if (first) throw new HttpError(422, 'invalid_input', first.message, { issues });
  if (url === '') return;
  const refusal = checkTargetUrl(preset, url, webhookAllow);
  if (refusal !== undefined) throw addressNotAllowed(refusal);
}

function missingValues({ fields }: Preset, { url, settings }: Pick<Values, 'url' | 'settings'>): Issue[] {
  return fields
    .filter(({ name, isOptional }) => !isOptional && !(name === 'url' ? url : settings[name]))
    .map(({ name, label }) => ({
      field: name === 'url' ? 'url' : `settings.${name}`,
      message: `${label} is required`,
    }));
}

function unknownValues(preset: Preset, { settings, headers }: Pick<Values, 'settings' | 'headers'>): Issue[] {
  const names = new Set(preset.fields.map(({ name }) => name).filter((name) => name !== 'url'));
  const own = Object.keys(preset.headers ?? {});
  return [
    ...Object.keys(settings)
      .filter((name) => !names.has(name))
      .map((name) => ({ field: `settings.${name}`, message: `${preset.title} has no such setting` })),
    ...Object.keys(headers)
      .filter((name) => own.includes(name.toLowerCase()))
      .map((name) => ({ field: `headers.${name}`, message: `${preset.title} sets this header by itself` })),
  ];
}
