import History from 'virtual:lucide/rotate-ccw-clock';
import X from 'virtual:lucide/x';
import { formatNumber } from '@inlet/contracts/counts';
import { submissionsNamedMax } from '@inlet/contracts/submission-limits';
import type { ReplayRequest, Target } from '@inlet/contracts/targets';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useAttempts } from '#features/integrations/api/use-attempts.ts';
import { useStartReplay } from '#features/integrations/api/use-start-replay.ts';
import { AttemptList, type Shown } from '#features/integrations/components/attempts/attempt-list.tsx';
import { failureMessage } from '#lib/http.ts';

// Few visits open these dialogs.
const AttemptDialog = lazy(async () => ({
  default: (await import('#features/integrations/components/attempts/attempt-dialog.tsx')).AttemptDialog,
}));
const ReplayDialog = lazy(async () => ({
  default: (await import('#features/integrations/components/attempts/replay-dialog.tsx')).ReplayDialog,
}));

interface AttemptLogProps {
  readonly target: Target;
  readonly onReplayStarted: (replayId: string) => void;
}

const none: ReadonlySet<string> = new Set();

/** The log of deliveries, and the actions that deliver again. */
export function AttemptLog({ target, onReplayStarted }: AttemptLogProps) {
  const [shown, setShown] = useState<Shown>('all');
  const [selected, setSelected] = useState(none);
  const [opened, setOpened] = useState<string | null>(null);
  // Both dialogs stay mounted while they fade.
  const [dialog, setDialog] = useState<'attempt' | 'replay' | null>(null);
  const [replays, setReplays] = useState(0);
  const attempts = useAttempts(target.id, shown === 'all' ? undefined : shown);
  const replay = useStartReplay();

  function toggle(id: string) {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  }

  async function start(body: ReplayRequest) {
    const replayId = await replay.mutateAsync({ targetId: target.id, body });
    setSelected(none);
    setDialog(null);
    onReplayStarted(replayId);
  }

  function replaySelected() {
    // The list shows the failure above it.
    start({ attemptIds: [...selected] }).catch(() => undefined);
  }

  return (
    <section aria-labelledby="log-heading">
      <h2 id="log-heading" className="mb-3 text-heading font-semibold">
        Deliveries
      </h2>
      <Card className="overflow-hidden">
        {selected.size > 0 ? (
          <div role="toolbar" aria-label="Selected deliveries" className={barClass}>
            <p role="status" className="mr-2 ml-1 text-small font-medium tabular-nums">
              {`${formatNumber(selected.size)} selected`}
            </p>
            <Button
              isLoading={replay.isPending}
              disabled={selected.size > submissionsNamedMax}
              onClick={replaySelected}
            >
              Replay
            </Button>
            <IconButton icon={X} label="Clear the selection" onClick={() => setSelected(none)} className="ml-auto" />
          </div>
        ) : (
          <div className={barClass}>
            <fieldset aria-label="Show" className="flex gap-1">
              <Filter isOn={shown === 'all'} onPress={() => setShown('all')} label="All" />
              <Filter isOn={shown === 'failed'} onPress={() => setShown('failed')} label="Failed" />
              {target.when !== null && (
                <Filter isOn={shown === 'skipped'} onPress={() => setShown('skipped')} label="Skipped" />
              )}
            </fieldset>
            <Button
              onClick={() => {
                setReplays(replays + 1);
                setDialog('replay');
              }}
              className="ml-auto"
            >
              <History aria-hidden size={16} strokeWidth={1.75} />
              Replay
            </Button>
          </div>
        )}
        {replay.isError && dialog === null && (
          <div className="px-3 pb-3">
            <Notice tone="danger">{failureMessage(replay.error)}</Notice>
          </div>
        )}
        <AttemptList
          attempts={attempts}
          formId={target.formId}
          shown={shown}
          selected={selected}
          onOpen={(id) => {
            setOpened(id);
            setDialog('attempt');
          }}
          onToggle={toggle}
        />
      </Card>
      <Suspense>
        {opened !== null && (
          <AttemptDialog
            key={opened}
            target={target}
            attemptId={opened}
            isOpen={dialog === 'attempt'}
            onReplay={start}
            onClose={() => setDialog(null)}
          />
        )}
        {replays > 0 && (
          <ReplayDialog
            key={replays}
            target={target}
            isOpen={dialog === 'replay'}
            onReplay={start}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </section>
  );
}

function Filter({ isOn, label, onPress }: { isOn: boolean; label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={classNames(
        'inline-flex min-h-11 items-center rounded-medium px-3 text-small font-medium transition-tint hover:bg-hover hover:text-ink sm:min-h-9',
        isOn ? 'bg-hover text-ink' : 'text-muted',
      )}
    >
      {label}
    </button>
  );
}

const barClass = 'flex min-h-15 items-center gap-2 p-2 sm:p-3';
