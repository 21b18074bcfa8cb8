import Send from 'virtual:lucide/send';
import type { Target } from '@inlet/contracts/targets';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FieldError } from '#components/ui/field.tsx';
import type { useTestTarget } from '#features/integrations/api/use-test-target.ts';
import { AttemptResult } from '#features/integrations/components/attempts/attempt-result.tsx';
import { failureMessage } from '#lib/http.ts';

// Few visits open this dialog.
const AttemptDialog = lazy(async () => ({
  default: (await import('#features/integrations/components/attempts/attempt-dialog.tsx')).AttemptDialog,
}));

export type Test = ReturnType<typeof useTestTarget>;

export function TestButton({ test }: { test: Test }) {
  return (
    <Button isLoading={test.isPending} onClick={() => test.mutate()}>
      <Send aria-hidden size={14} strokeWidth={1.75} />
      Send a test
    </Button>
  );
}

/** The result of the test. The region always exists, so that screen readers announce it. */
export function TestOutcome({ target, test }: { target: Target; test: Test }) {
  const [opened, setOpened] = useState<string | null>(null);
  // The dialog stays mounted while it fades.
  const [isOpen, setIsOpen] = useState(false);
  const attempt = test.isPending ? undefined : test.data;
  return (
    <div className="text-small">
      <p role="status">{attempt && <AttemptResult attempt={attempt} />}</p>
      <FieldError>{test.isError && !test.isPending ? failureMessage(test.error) : undefined}</FieldError>
      {attempt && (
        <Button
          aria-haspopup="dialog"
          onClick={() => {
            setOpened(attempt.id);
            setIsOpen(true);
          }}
          className="mt-3"
        >
          Show request and response
        </Button>
      )}
      <Suspense>
        {opened !== null && (
          <AttemptDialog
            key={opened}
            target={target}
            attemptId={opened}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
