import { completeSettings } from '#settings/complete-settings.ts';
import { differences } from '#settings/differences.ts';
import type { TargetSettings } from '#settings/form-settings.ts';
import type { TargetPlan } from '#settings/plan.ts';
import { withoutSecrets } from '#settings/secrets.ts';

interface Compared {
  readonly wanted: readonly TargetSettings[];
  readonly stored: readonly TargetSettings[];
  readonly deletes: boolean;
}

/** What has to be done to a form's integrations. */
export function planTargets({ wanted, stored, deletes }: Compared): TargetPlan[] {
  const known = new Map(stored.map((target) => [target.id, target]));
  const named = wanted.map((target, index): TargetPlan => {
    const before = target.id === undefined ? undefined : known.get(target.id);
    const completed = completeSettings(before ?? {}, target);
    const name = completed.name ?? completed.kind ?? 'webhook';
    const step = before ? 'update' : 'create';
    return {
      step,
      id: target.id ?? null,
      name,
      index,
      wanted: completed,
      changes: differences(before ?? {}, withoutSecrets(completed)),
    };
  });
  const changing = named.filter(({ step, changes }) => step === 'create' || changes.length > 0);
  if (!deletes) return changing;
  const kept = new Set(wanted.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !kept.has(id));
  return [
    ...changing,
    ...gone.map(
      ({ id = null, name = '' }): TargetPlan => ({ step: 'delete', id, name, index: null, wanted: {}, changes: [] }),
    ),
  ];
}
