import Pause from 'virtual:lucide/pause';
import Play from 'virtual:lucide/play';
import Settings from 'virtual:lucide/settings';
import type { Target } from '@inlet/contracts/targets';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader } from '#components/ui/page.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useJustAdded } from '#features/integrations/api/use-just-added.ts';
import { useTargetAction } from '#features/integrations/api/use-target-action.ts';
import { useTestTarget } from '#features/integrations/api/use-test-target.ts';
import { StateNotice } from '#features/integrations/components/target/state-notice.tsx';
import { TargetHealth } from '#features/integrations/components/target/target-health.tsx';
import { TestButton, TestOutcome } from '#features/integrations/components/target/test-target.tsx';
import { whereOf } from '#features/integrations/where-of.ts';
import { WhenLine } from '#lib/conditions/when-line.tsx';
import { failureMessage } from '#lib/http.ts';

// The state of the integration comes first.
const AttemptLog = lazy(async () => ({
  default: (await import('#features/integrations/components/attempts/attempt-log.tsx')).AttemptLog,
}));
const RunningReplay = lazy(async () => ({
  default: (await import('#features/integrations/components/attempts/running-replay.tsx')).RunningReplay,
}));

// One visit of an integration shows this.
const TargetAdded = lazy(async () => ({
  default: (await import('#features/integrations/components/target/target-added.tsx')).TargetAdded,
}));

interface TargetPageProps {
  readonly target: Target;
  /** The back link. */
  readonly above: ReactNode;
}

/** An integration: its state, its actions, and its deliveries. */
export function TargetPage({ target, above }: TargetPageProps) {
  const action = useTargetAction(target);
  const test = useTestTarget(target.id);
  const added = useJustAdded(target.id);
  const [isDone, setIsDone] = useState(false);
  const shown = isDone ? null : added;
  // A running replay is part of the address, so that a reload finds it again.
  const [params, setParams] = useSearchParams();
  const replayId = params.get('replay');
  const isActive = target.state === 'active';

  function follow(id: string | null) {
    setParams(id === null ? {} : { replay: id }, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <PageHeader
        above={above}
        title={target.name}
        beside={
          <div className="flex shrink-0 flex-wrap gap-2 max-sm:[&>:is(a,button)]:px-3">
            <TestButton test={test} />
            <Button
              isLoading={action.isPending && action.variables !== 'skipDelivery'}
              onClick={() => action.mutate(isActive ? 'pauseTarget' : 'resumeTarget')}
            >
              {isActive ? (
                <Pause aria-hidden size={14} strokeWidth={1.75} />
              ) : (
                <Play aria-hidden size={14} strokeWidth={1.75} />
              )}
              {isActive ? 'Pause' : 'Resume'}
            </Button>
            <ButtonLink to="settings">
              <Settings aria-hidden size={16} strokeWidth={1.75} />
              Settings
            </ButtonLink>
          </div>
        }
      >
        <p className="mt-1 truncate text-muted max-sm:mt-3" title={target.url}>
          {whereOf(target)}
        </p>
        <WhenLine when={target.when} />
        {!shown && (
          <div className="mt-2 empty:hidden">
            <TestOutcome target={target} test={test} />
          </div>
        )}
      </PageHeader>
      <div className="grid grid-cols-1 gap-6">
        {action.isError && <Notice tone="danger">{failureMessage(action.error)}</Notice>}
        {shown && (
          <Suspense fallback={<Skeleton className="h-80 w-full rounded-large" />}>
            <TargetAdded target={target} added={shown} test={test} onDone={() => setIsDone(true)} />
          </Suspense>
        )}
        <StateNotice target={target} action={action} />
        <TargetHealth target={target} />
        {replayId && (
          <Suspense>
            <RunningReplay replayId={replayId} onHide={() => follow(null)} />
          </Suspense>
        )}
        <Suspense fallback={<Skeleton className="h-80 w-full rounded-large" />}>
          <AttemptLog key={target.id} target={target} onReplayStarted={follow} />
        </Suspense>
      </div>
    </>
  );
}
