import { secretMask } from '@inlet/contracts/secret-mask';
import type { Target } from '@inlet/contracts/targets';
import type { Api } from '#connection/api.ts';
import { atPlace } from '#settings/at-place.ts';
import type { TargetSettings } from '#settings/form-settings.ts';
import { settingOf, type TargetPlan } from '#settings/plan.ts';
import { isMasked, isSecret } from '#settings/secrets.ts';
import type { SettingsFile } from '#settings/settings-file.ts';
import type { WriteBack } from '#settings/write-back.ts';
import type { Place } from '#yaml/place.ts';

/** A secret that the installation shows only once. */
export interface NewSecret {
  readonly targetId: string;
  readonly name: string;
  readonly secret: string;
}

interface Applied {
  readonly api: Api;
  readonly file: SettingsFile;
  readonly writeBack: WriteBack;
  readonly formId: string;
  readonly plan: TargetPlan;
  readonly place: Place;
}

/** Creates or changes an integration. Secrets in the file become masks once they are stored. */
export async function applyTarget(applied: Applied): Promise<NewSecret[]> {
  const { api, file, writeBack, formId, plan, place } = applied;
  const { id: _, kind, ...wanted } = plan.wanted;
  if (plan.id !== null) {
    const path = { id: plan.id };
    const body = changesOf(wanted, new Set(plan.changes.map(settingOf)));
    const target = await atPlace(file, place, () => api.call('updateTarget', { path, body }));
    await writeBack.texts(masksOf(plan.wanted, target, place));
    return [];
  }
  const body = { ...wanted, ...(kind && { kind }) };
  const { secret, ...target } = await atPlace(file, place, () =>
    api.call('createTarget', { path: { id: formId }, body }),
  );
  await writeBack.id(place, target.id);
  await writeBack.texts(masksOf(plan.wanted, target, place));
  return [{ targetId: target.id, name: target.name, secret }];
}

type Changed = Omit<TargetSettings, 'id' | 'kind'>;

/** The settings that changed. What is masked stays as it is stored: for a header, an empty value says so. */
function changesOf(wanted: Changed, changed: ReadonlySet<string>): Changed {
  const { url, headers = {}, settings = {}, ...others } = wanted;
  const named = Object.entries(others).filter(([name]) => changed.has(name));
  const kept = Object.entries(headers).map(([name, value]) => [name, isMasked(value) ? '' : value]);
  const given = Object.entries(settings).filter(([, value]) => !isMasked(value));
  return {
    ...Object.fromEntries(named),
    ...(changed.has('url') && url !== undefined && !isMasked(url) && { url }),
    ...(changed.has('headers') && { headers: Object.fromEntries(kept) }),
    ...(changed.has('settings') && { settings: Object.fromEntries(given) }),
  };
}

/** The masks of the secrets that the file has in full, at their places. */
function masksOf(wanted: TargetSettings, target: Omit<Target, 'secret'>, place: Place): [Place, string][] {
  const { url, headers = {}, settings = {} } = wanted;
  const secrets: [Place, string, string | undefined][] = [
    [['url'], url ?? '', target.url],
    ...Object.entries(headers).map(([name, value]): [Place, string, string] => [['headers', name], value, secretMask]),
    ...Object.entries(settings).map(([name, value]): [Place, string, string | undefined] => [
      ['settings', name],
      value,
      target.settings[name],
    ]),
  ];
  return secrets.flatMap(([part, value, mask]): [Place, string][] =>
    value !== '' && !isMasked(value) && mask !== undefined && isSecret(wanted, part.join('.'))
      ? [[[...place, ...part], mask]]
      : [],
  );
}
