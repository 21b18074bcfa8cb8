import type { Target } from '@inlet/contracts/targets';
import { Badge } from '#components/ui/badge.tsx';
import { describeState } from '#features/integrations/describe-state.ts';

export function TargetState({ target }: { target: Target }) {
  const { tone, label } = describeState(target);
  return <Badge tone={tone}>{label}</Badge>;
}
