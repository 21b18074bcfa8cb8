import type { RefusedByLimit } from '@inlet/contracts/usage';
import { Button } from '#components/ui/button.tsx';
import { buttonClass, Line } from '#features/dashboard/components/needs-a-look.tsx';
import { refusedWords } from '#lib/relative-time.ts';

interface RefusedSinceProps {
  readonly refused: RefusedByLimit;
  /** Null if no larger plan can be bought. */
  readonly onUpgrade: (() => void) | null;
}

/** The submissions that the monthly limit has refused. */
export function RefusedSince({ refused, onUpgrade }: RefusedSinceProps) {
  return (
    <Line what={refusedWords(refused)} form="Monthly limit reached">
      {onUpgrade && (
        <Button onClick={onUpgrade} className={buttonClass}>
          Upgrade
        </Button>
      )}
    </Line>
  );
}
