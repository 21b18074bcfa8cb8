import { Card } from '#components/ui/card.tsx';
import { RefusedRequests } from '#features/submissions/components/refused-requests.tsx';
import { useFormOfPage } from '#routes/form/form-frame.tsx';

export function RefusedPage() {
  const { form } = useFormOfPage();
  return (
    <section aria-labelledby="refused-heading" className="mx-auto max-w-[72rem] py-4">
      <h2 id="refused-heading" className="sr-only">
        Refused requests
      </h2>
      <Card>
        <RefusedRequests formId={form.id} />
      </Card>
    </section>
  );
}
