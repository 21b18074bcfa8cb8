import type { Target as PublicTarget } from '@inlet/contracts/targets';
import type { Sealing } from '@inlet/crypto/sealing';
import type { Target } from '@inlet/db/client';
import { maskedSettings, maskedUrl } from '#deliveries/targets/mask-secrets.ts';
import { presetOf } from '#deliveries/targets/preset-of.ts';
import { openSecrets } from '#deliveries/targets/target-sealing.ts';
import type { TargetBacklog } from '#deliveries/targets/targets.store.ts';

export function presentTarget(target: Target, sealing: Sealing, backlog: TargetBacklog | undefined): PublicTarget {
  const preset = presetOf(target.kind);
  const secrets = openSecrets(sealing, target);
  return {
    id: target.id,
    formId: target.formId,
    kind: target.kind,
    name: target.name,
    url: maskedUrl(preset, secrets.url),
    settings: maskedSettings(preset, secrets.settings),
    headers: Object.keys(secrets.headers),
    events: target.events as PublicTarget['events'],
    fields: target.fields,
    template: target.template as PublicTarget['template'],
    order: target.order as PublicTarget['order'],
    rate: target.rate,
    when: target.conditions as PublicTarget['when'],
    isHook: target.isHook,
    state: target.state as PublicTarget['state'],
    stateReason: target.stateReason as PublicTarget['stateReason'],
    stoppedAt: timeOf(target.stoppedAt),
    oldSecretUntil: timeOf(target.oldSecretUntil),
    createdAt: target.createdAt.toISOString(),
    health: {
      waiting: backlog?.waiting ?? 0,
      failed: backlog?.failed ?? 0,
      oldestWaitingAt: timeOf(backlog?.oldestWaitingAt ?? null),
      failureStreak: target.failureStreak,
      failingSince: timeOf(target.failingSince),
      nextAttemptAt: timeOf(target.nextAttemptAt),
      lastSuccessAt: timeOf(target.lastSuccessAt),
      lastFailureAt: timeOf(target.lastFailureAt),
    },
  };
}

function timeOf(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
