import CircleCheck from 'virtual:lucide/circle-check';
import Send from 'virtual:lucide/send';
import { Button } from '#components/ui/button.tsx';
import { FieldError } from '#components/ui/field.tsx';
import { useTestSubmission } from '#features/forms/api/use-test-submission.ts';
import { failureMessage } from '#lib/http.ts';

/** Sends a real submission, so that the first one is seen before any website sends one. */
export function TestSubmission({ formId }: { formId: string }) {
  const test = useTestSubmission(formId);
  return (
    <div>
      <div className="flex flex-col items-start gap-2">
        <Button isLoading={test.isPending} onClick={() => test.mutate()}>
          <Send aria-hidden size={14} strokeWidth={1.75} />
          Send a test submission
        </Button>
        <p role="status" className="min-w-0 text-small text-muted wrap-anywhere">
          {test.isSuccess && !test.isPending ? (
            <span className="flex gap-2 text-success">
              <CircleCheck aria-hidden size={14} strokeWidth={2} className="mt-[3px] shrink-0" />
              Sent, as if from {test.data.origin}
            </span>
          ) : (
            'It is stored and counts towards your monthly limit.'
          )}
        </p>
      </div>
      <FieldError>{test.isError ? failureMessage(test.error) : undefined}</FieldError>
    </div>
  );
}
