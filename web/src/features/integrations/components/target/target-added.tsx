import CircleCheck from 'virtual:lucide/circle-check';
import CirclePlus from 'virtual:lucide/circle-plus';
import CircleX from 'virtual:lucide/circle-x';
import type { Target } from '@inlet/contracts/targets';
import { useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import type { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { JustAdded } from '#features/integrations/api/use-just-added.ts';
import { NewSecret } from '#features/integrations/components/settings/new-secret.tsx';
import { type Test, TestOutcome } from '#features/integrations/components/target/test-target.tsx';
import { titleOf, verifiesSignatures } from '#features/integrations/offers.ts';

interface TargetAddedProps {
  readonly target: Target;
  readonly added: JustAdded;
  readonly test: Test;
  readonly onDone: () => void;
}

/** Shown after an integration was added: an automatic test, one state, and the secret. */
export function TargetAdded({ target, added, test, onDone }: TargetAddedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate: sendTest } = test;
  useEffect(() => {
    heading.current?.focus();
    sendTest();
  }, [sendTest]);
  const { icon: StateIcon, className, title, advice } = stateOf(target, test);
  return (
    <Card className="grid grid-cols-1 gap-6 p-4 sm:p-6">
      <div>
        <h2 ref={heading} tabIndex={-1} className="flex gap-2 text-heading font-semibold outline-none wrap-anywhere">
          <StateIcon aria-hidden size={20} strokeWidth={1.75} className={`mt-0.5 shrink-0 ${className}`} />
          {title}
        </h2>
        <p className="mt-1 text-muted">{advice}</p>
        <div className="mt-3">
          {test.isPending ? (
            <p role="status" className="flex items-center gap-2 text-small text-muted">
              <Spinner label="Working" />
              Sending a test
            </p>
          ) : (
            <TestOutcome target={target} test={test} />
          )}
        </div>
      </div>
      {added.replayFailure !== null && (
        <Notice tone="danger">{`The stored submissions are not sent. ${added.replayFailure}`}</Notice>
      )}
      {verifiesSignatures(target.kind) ? (
        <div>
          <h3 className="mb-1 text-small font-semibold">Signing secret</h3>
          <NewSecret secret={added.secret} />
        </div>
      ) : (
        <details className="text-small">
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-muted hover:text-ink sm:min-h-0 sm:py-0">
            {`Signing secret (not needed for ${titleOf(target.kind)})`}
          </summary>
          <div className="mt-3">
            <NewSecret secret={added.secret} />
          </div>
        </details>
      )}
      <Button variant="primary" onClick={onDone} className="justify-self-start max-sm:justify-self-stretch">
        Done
      </Button>
    </Card>
  );
}

interface AddedState {
  readonly icon: Icon;
  readonly className: string;
  readonly title: string;
  readonly advice: string;
}

/** It is green only once the receiver has accepted a delivery, and never beside a failure. */
function stateOf({ name, health }: Target, { data, isPending, isError }: Test): AddedState {
  if (!isPending && data?.state === 'failed') {
    const advice = 'Fix the receiver, or its address in the settings. Then send a test again.';
    return { icon: CircleX, className: 'text-danger', title: `${name} is added, but the test failed`, advice };
  }
  const advice = 'New submissions are delivered from now on.';
  if (data || (health.lastSuccessAt !== null && !isError)) {
    return { icon: CircleCheck, className: 'text-success', title: `${name} is connected`, advice };
  }
  return { icon: CirclePlus, className: 'text-muted', title: `${name} is added`, advice };
}
