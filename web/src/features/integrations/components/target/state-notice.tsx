import type { Target } from '@inlet/contracts/targets';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { useTargetAction } from '#features/integrations/api/use-target-action.ts';
import { describeState, isStopped } from '#features/integrations/describe-state.ts';

interface StateNoticeProps {
  readonly target: Target;
  readonly action: ReturnType<typeof useTargetAction>;
}

/** The reason why an integration does not deliver, and what to do; renders nothing if it delivers. */
export function StateNotice({ target, action }: StateNoticeProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { tone, advice } = describeState(target);
  const canSkip = isStopped(target);
  if (advice === null) return null;
  return (
    <>
      <Notice
        tone={tone === 'danger' ? 'warning' : 'info'}
        action={
          canSkip && (
            <Button onClick={() => setIsAsking(true)} className="self-start sm:self-auto">
              Skip this delivery
            </Button>
          )
        }
      >
        {advice}
      </Notice>
      <ConfirmDialog
        isOpen={isAsking && canSkip}
        title="Skip this delivery?"
        confirmLabel="Yes, skip it"
        isWorking={action.isPending}
        onConfirm={() => action.mutate('skipDelivery', { onSettled: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      >
        The receiver does not get this event, and the next one follows. You can replay it from the log for 30 days.
      </ConfirmDialog>
    </>
  );
}
