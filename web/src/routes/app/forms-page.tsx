import Plus from 'virtual:lucide/plus';
import SearchX from 'virtual:lucide/search-x';
import { useState } from 'react';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { SearchBox } from '#components/ui/search-box.tsx';
import { useForms } from '#features/forms/api/use-forms.ts';
import { FormsGrid } from '#features/forms/components/forms-grid.tsx';
import { FormsSkeleton } from '#features/forms/components/forms-skeleton.tsx';
import { NoForms } from '#features/forms/components/no-forms.tsx';
import { OrderChoice, StateChoice, useFormOrder, useOnlyClosed } from '#features/forms/components/order-choice.tsx';
import { filterForms } from '#features/forms/filter-forms.ts';
import { sortForms } from '#features/forms/sort-forms.ts';
import { useRights } from '#lib/person/use-rights.ts';

export function FormsPage() {
  const forms = useForms();
  const may = useRights();
  const [search, setSearch] = useState('');
  const hasNone = forms.data?.length === 0;
  return (
    <>
      <PageTitle>Forms</PageTitle>
      <PageHeader
        title="Forms"
        action={
          !hasNone &&
          may('forms:write') && (
            <ButtonLink to="/forms/new" variant="primary">
              <Plus aria-hidden size={16} strokeWidth={2} />
              New Form
            </ButtonLink>
          )
        }
      >
        {!hasNone && (
          <div className="mt-4 flex flex-wrap gap-2">
            <div className="min-w-0 grow max-sm:w-full sm:max-w-80">
              <SearchBox label="Search forms" placeholder="Search forms..." value={search} onChange={setSearch} />
            </div>
            <StateChoice />
            <OrderChoice />
          </div>
        )}
      </PageHeader>
      <FormsList forms={forms} search={search} />
    </>
  );
}

function FormsList({ forms, search }: { forms: ReturnType<typeof useForms>; search: string }) {
  const order = useFormOrder();
  const isOnlyClosed = useOnlyClosed();
  if (forms.isPending) return <FormsSkeleton />;
  if (!forms.data) return <QueryFailure title="Your forms could not be loaded" query={forms} />;
  if (forms.data.length === 0) return <NoForms />;
  const shown = isOnlyClosed ? forms.data.filter(({ state }) => state !== 'open') : forms.data;
  if (shown.length === 0) {
    return (
      <EmptyState icon={SearchX} title="No form is closed">
        A form closes at its time, or when it has taken its maximum.
      </EmptyState>
    );
  }
  const found = filterForms(shown, search);
  if (found.length > 0) return <FormsGrid forms={sortForms(found, order)} />;
  return (
    <EmptyState icon={SearchX} title="No forms found">
      Try adjusting your search terms
    </EmptyState>
  );
}
