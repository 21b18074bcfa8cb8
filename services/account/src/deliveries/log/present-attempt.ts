import type { Attempt } from '@inlet/contracts/targets';
import type { DeliveryAttempt } from '@inlet/db/client';

export function presentAttempt({
  targetId: _targetId,
  occurredAt: _occurredAt,
  startedAt,
  ...attempt
}: DeliveryAttempt): Attempt {
  return {
    ...(attempt as Pick<Attempt, 'type' | 'state' | 'responseHeaders'> & typeof attempt),
    startedAt: startedAt.toISOString(),
  };
}
