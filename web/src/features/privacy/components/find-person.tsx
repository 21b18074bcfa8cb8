import Search from 'virtual:lucide/search';
import { personQuerySchema } from '@inlet/contracts/erasures';
import { type FormEvent, lazy, Suspense, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useFindPerson } from '#features/privacy/api/use-find-person.ts';
import { failureMessage } from '#lib/http.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { useTextForm } from '#lib/use-text-form.ts';

const FoundPerson = lazy(async () => ({
  default: (await import('#features/privacy/components/found-person.tsx')).FoundPerson,
}));

/** All data about an address in the account's forms, and the button that erases it. */
export function FindPerson() {
  const search = useFindPerson();
  const mayErase = useRights()('people:erase');
  const form = useTextForm(personQuerySchema, ['email']);
  const heading = useRef<HTMLHeadingElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (search.isPending || !form.check()) return;
    search.mutate(form.texts.email, {
      onError: (error) => form.showRefusal(error, {}) && search.reset(),
    });
  }

  return (
    <Section
      title="Find a person"
      headingRef={heading}
      intro={`Shows what all your forms hold about an email address, to answer a person who asks.${mayErase ? ' You can erase it then.' : ''}`}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <div className="min-w-0 grow sm:max-w-[24rem]">
          <TextField
            {...form.bind('email')}
            label="Email address of the person"
            type="email"
            autoComplete="off"
            spellCheck={false}
            placeholder="ada@example.com"
            required
          />
        </div>
        <Button type="submit" variant="primary" isLoading={search.isPending} className="sm:mt-7 sm:min-h-10">
          <Search aria-hidden size={16} strokeWidth={1.75} />
          Find
        </Button>
      </form>
      <div className="mt-6 empty:hidden" aria-live="polite">
        {search.isPending && <RowsSkeleton label="Looking through your forms" />}
        {search.isError && <Notice tone="danger">{failureMessage(search.error)}</Notice>}
        {search.data && (
          <Suspense fallback={<RowsSkeleton label="Looking through your forms" />}>
            <FoundPerson key={search.data.email} person={search.data} />
          </Suspense>
        )}
      </div>
    </Section>
  );
}
