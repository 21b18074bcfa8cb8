import { Card } from '#components/ui/card.tsx';
import { columnClass } from '#components/ui/page.tsx';
import { Toast, ToastAction, useToasts } from '#components/ui/toast.tsx';
import { OriginProblem, useChangeOrigins } from '#features/forms/api/use-change-origins.ts';
import { RefusedRequests } from '#features/submissions/components/refused-requests.tsx';
import { failureMessage } from '#lib/http.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { useFormOfPage } from '#routes/form/form-frame.tsx';

export function RefusedPage() {
  useToasts();
  const { form } = useFormOfPage();
  const origins = useChangeOrigins(form.id);
  const may = useRights();
  const change = origins.variables;
  return (
    <section aria-labelledby="refused-heading" className={`${columnClass} py-4`}>
      <h2 id="refused-heading" className="sr-only">
        Refused requests
      </h2>
      <Card>
        <RefusedRequests
          formId={form.id}
          allowedOrigins={form.allowedOrigins}
          pending={origins.isPending && change ? change.origin : null}
          onAllow={may('forms:write') ? (origin) => origins.mutate({ origin, to: 'allowed' }) : null}
        />
      </Card>
      {origins.isSuccess && change?.to === 'allowed' && (
        <Toast
          key={change.origin}
          onClose={origins.reset}
          actions={
            <ToastAction onPress={() => origins.mutate({ origin: change.origin, to: 'refused' })}>Undo</ToastAction>
          }
        >
          {`${change.origin} may submit now`}
        </Toast>
      )}
      {origins.isError && (
        <Toast tone="danger" onClose={origins.reset}>
          {`Nothing was changed. ${origins.error instanceof OriginProblem ? origins.error.message : failureMessage(origins.error)}`}
        </Toast>
      )}
    </section>
  );
}
