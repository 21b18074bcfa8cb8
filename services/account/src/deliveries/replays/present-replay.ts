import type { Replay as PublicReplay } from '@inlet/contracts/targets';
import type { Replay } from '@inlet/db/client';
import { toCount } from '@inlet/db/counts';

export function presentReplay({ id, targetId, state, doneCount, total, createdAt, endedAt }: Replay): PublicReplay {
  return {
    id,
    targetId,
    state: state as PublicReplay['state'],
    done: toCount(doneCount),
    total: toCount(total),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
