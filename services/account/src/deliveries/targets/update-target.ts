import { isDeepStrictEqual } from 'node:util';
import type { TargetSecrets } from '@inlet/contracts/target-secrets';
import type { TargetChangeValues } from '@inlet/contracts/targets';
import { Prisma, type Target } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { changeTarget } from '#deliveries/targets/change-target.ts';
import { presetOf } from '#deliveries/targets/preset-of.ts';
import { requireValidTarget } from '#deliveries/targets/require-valid-target.ts';
import { openSecrets, sealSecrets, type TargetDeps } from '#deliveries/targets/target-sealing.ts';

type SecretValues = Pick<TargetChangeValues, 'url' | 'headers' | 'settings'>;

/** Changes a target; pending deliveries follow the change. */
export function updateTarget(
  deps: TargetDeps,
  actor: Actor,
  id: string,
  { url, headers, settings, when, ...others }: TargetChangeValues,
): Promise<Target> {
  return changeTarget(deps, actor, id, 'target.updated', (target) => {
    const before = openSecrets(deps.sealing, target);
    const after = { ...before, ...changedSecrets(before, { url, headers, settings }) };
    requireValidTarget(deps, presetOf(target.kind), after);
    const open = { ...others, conditions: when };
    const changes = Object.entries(open).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(target[name as keyof typeof open], value),
    );
    const secrets = (['url', 'headers', 'settings'] as const).filter(
      (name) => !isDeepStrictEqual(before[name], after[name]),
    );
    const fields = [...changes.map(([name]) => (name === 'conditions' ? 'when' : name)), ...secrets];
    // An unchanged target is not reported to its owner.
    if (fields.length === 0) return null;
    const values = Object.fromEntries(changes.map(([name, value]) => [name, toStored(name, value)]));
    // What succeeded at another address says nothing of this one.
    const fresh = secrets.includes('url') || secrets.includes('settings') ? { lastSuccessAt: null } : {};
    return { values: { ...values, ...fresh, sealed: sealSecrets(deps.sealing, id, after) }, details: { fields } };
  });
}

function toStored(name: string, value: unknown): unknown {
  return (name === 'template' || name === 'conditions') && value === null ? Prisma.DbNull : value;
}

/** An empty value keeps the stored header, because the caller never sees it. */
function changedSecrets(before: TargetSecrets, { url, headers, settings }: SecretValues): Partial<TargetSecrets> {
  const stored = new Map(Object.entries(before.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const keep = ([name, value]: [string, string]) => [name, value || (stored.get(name.toLowerCase()) ?? '')];
  return {
    ...(url !== undefined && { url }),
    ...(headers && { headers: Object.fromEntries(Object.entries(headers).map(keep)) }),
    ...(settings && { settings: { ...before.settings, ...settings } }),
  };
}
