import type { ErasureState as State } from '@inlet/contracts/erasures';
import { Badge } from '#components/ui/badge.tsx';

const states = {
  waiting: { tone: 'neutral', name: 'Waiting' },
  running: { tone: 'warning', name: 'Running' },
  done: { tone: 'success', name: 'Done' },
} as const;

export function ErasureState({ state }: { state: State }) {
  const { tone, name } = states[state];
  return <Badge tone={tone}>{name}</Badge>;
}
