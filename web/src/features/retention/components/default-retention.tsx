import type { DefaultRetention as Stored } from '@inlet/contracts/form-retention';
import type { ReactNode } from 'react';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { Section } from '#components/ui/section.tsx';
import { useDefaultRetention } from '#features/retention/api/use-default-retention.ts';
import { useUpdateDefaultRetention } from '#features/retention/api/use-update-default-retention.ts';
import { DaysField } from '#features/retention/components/days-field.tsx';
import { checkDraft, daysOf, draftOf, refusedFields } from '#features/retention/retention-draft.ts';
import { useSettingsForm } from '#lib/use-settings-form.ts';

/** The initial retention of new forms of the account. */
export function DefaultRetention({ offer }: { offer: ReactNode }) {
  const query = useDefaultRetention();
  return (
    <Section
      title="New forms"
      intro="Whether a new form deletes submissions when they are older than a number of days. Forms that are there stay as they are."
      action={query.data && !query.data.isActive && offer}
    >
      {query.data?.isActive && <DefaultForm stored={query.data} />}
      {query.data && !query.data.isActive && (
        <p className="text-small text-muted">Automatic deletion is not part of your plan. New forms keep everything.</p>
      )}
      {query.isError && !query.data && <QueryFailure title="This setting could not be loaded" query={query} />}
      {query.isPending && <RowsSkeleton label="Loading the setting of new forms" />}
    </Section>
  );
}

function DefaultForm({ stored }: { stored: Stored }) {
  const { draft, errors, change, form, saveBar } = useSettingsForm({
    stored: draftOf(stored.days),
    toBody: (edited) => ({ days: daysOf(edited) }),
    check: checkDraft,
    refusedFields,
    update: useUpdateDefaultRetention(),
  });
  return (
    <form {...form} className="grid grid-cols-1 gap-6">
      <DaysField draft={draft} error={errors.days} onChange={change} />
      <SaveBar {...saveBar} />
    </form>
  );
}
