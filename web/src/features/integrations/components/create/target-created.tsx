import CircleCheck from 'virtual:lucide/circle-check';
import type { NewTarget } from '@inlet/contracts/targets';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useTestTarget } from '#features/integrations/api/use-test-target.ts';
import { ReplayProgress } from '#features/integrations/components/attempts/replay-progress.tsx';
import { NewSecret } from '#features/integrations/components/settings/new-secret.tsx';
import { TestButton, TestOutcome } from '#features/integrations/components/target/test-target.tsx';
import { titleOf, verifiesSignatures } from '#features/integrations/offers.ts';
import { failureMessage } from '#lib/http.ts';

interface TargetCreatedProps {
  readonly target: NewTarget;
  /** The page of the integration. */
  readonly to: string;
  /** The replay of what was stored before, if any. */
  readonly replay: { readonly data: string | undefined; readonly error: Error | null };
}

/** What to do once an integration exists: keep its secret, try it. */
export function TargetCreated({ target, to, replay }: TargetCreatedProps) {
  const test = useTestTarget(target.id);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="grid grid-cols-1 gap-6 p-4 sm:p-6">
      <div>
        <h2 ref={heading} tabIndex={-1} className="flex gap-2 text-heading font-semibold outline-none wrap-anywhere">
          <CircleCheck aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-success" />
          {`${target.name} is connected`}
        </h2>
        <p className="mt-1 text-muted">Events are delivered from now on.</p>
      </div>
      {replay.data && <ReplayProgress replayId={replay.data} />}
      {replay.error && (
        <Notice tone="danger">{`The stored submissions are not sent. ${failureMessage(replay.error)}`}</Notice>
      )}
      {verifiesSignatures(target.kind) ? (
        <div>
          <h3 className="mb-1 text-small font-semibold">Signing secret</h3>
          <NewSecret secret={target.secret} />
        </div>
      ) : (
        <details className="text-small">
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-muted hover:text-ink sm:min-h-0 sm:py-0">
            {`Signing secret (not needed for ${titleOf(target.kind)})`}
          </summary>
          <div className="mt-3">
            <NewSecret secret={target.secret} />
          </div>
        </details>
      )}
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-2">
          <TestButton test={test} />
          <ButtonLink to={to} variant="primary">
            Done
          </ButtonLink>
        </div>
        <TestOutcome test={test} />
      </div>
    </Card>
  );
}
