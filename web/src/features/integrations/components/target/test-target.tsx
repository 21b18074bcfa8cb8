import Send from 'virtual:lucide/send';
import { Button } from '#components/ui/button.tsx';
import { FieldError } from '#components/ui/field.tsx';
import type { useTestTarget } from '#features/integrations/api/use-test-target.ts';
import { AttemptResult } from '#features/integrations/components/attempts/attempt-result.tsx';
import { failureMessage } from '#lib/http.ts';

type Test = ReturnType<typeof useTestTarget>;

export function TestButton({ test }: { test: Test }) {
  return (
    <Button isLoading={test.isPending} onClick={() => test.mutate()}>
      <Send aria-hidden size={14} strokeWidth={1.75} />
      Send a test
    </Button>
  );
}

/** What came of the test. The region always exists, so that screen readers announce it. */
export function TestOutcome({ test }: { test: Test }) {
  return (
    <div className="text-small">
      <p role="status">{test.isSuccess && !test.isPending && <AttemptResult attempt={test.data} />}</p>
      <FieldError>{test.isError && !test.isPending ? failureMessage(test.error) : undefined}</FieldError>
    </div>
  );
}
