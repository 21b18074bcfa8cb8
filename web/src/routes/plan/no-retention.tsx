import CalendarX from 'virtual:lucide/calendar-x';
import { formatCount } from '@inlet/contracts/counts';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useUpgrade } from '#routes/plan/use-upgrade.tsx';

/** Replaces retention if the plan has none. */
export function NoRetention({ days }: { days: number | null }) {
  const upgrade = useUpgrade();
  return (
    <Card>
      <EmptyState
        icon={CalendarX}
        title="Automatic deletion is not part of your plan"
        action={
          upgrade.isPossible && (
            <Button variant="primary" onClick={() => upgrade.open(null)}>
              Upgrade Plan
            </Button>
          )
        }
      >
        {days === null
          ? 'It deletes submissions when they are older than a number of days. This form keeps everything until you delete it.'
          : `This form’s ${formatCount(days, 'day')} are kept, and delete nothing until your plan has it again.`}
      </EmptyState>
      {upgrade.dialog}
    </Card>
  );
}
