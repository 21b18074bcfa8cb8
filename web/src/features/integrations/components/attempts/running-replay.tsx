import X from 'virtual:lucide/x';
import { Card } from '#components/ui/card.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ReplayProgress } from '#features/integrations/components/attempts/replay-progress.tsx';

/** A replay that the owner started, until the owner hides it. */
export function RunningReplay({ replayId, onHide }: { replayId: string; onHide: () => void }) {
  return (
    <Card className="flex items-start gap-2 py-2 pr-2 pl-4 sm:pl-6">
      <div className="min-w-0 grow self-center py-2">
        <ReplayProgress key={replayId} replayId={replayId} />
      </div>
      <IconButton icon={X} label="Hide the replay" onClick={onHide} />
    </Card>
  );
}
