import { formatCount } from '@inlet/contracts/counts';
import type { Retention, UpdateRetention } from '@inlet/contracts/form-retention';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { LeaveGuard } from '#components/ui/leave-guard.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { Section } from '#components/ui/section.tsx';
import { retentionPreviewQuery } from '#features/retention/api/use-retention-preview.ts';
import { useUpdateRetention } from '#features/retention/api/use-update-retention.ts';
import { DaysField } from '#features/retention/components/days-field.tsx';
import { RetentionPreview } from '#features/retention/components/retention-preview.tsx';
import { countExpired } from '#features/retention/count-expired.ts';
import { checkDraft, daysOf, draftOf, refusedFields } from '#features/retention/retention-draft.ts';
import { useApi } from '#lib/services.tsx';
import { useSettingsForm } from '#lib/use-settings-form.ts';

/** A change that soon deletes submissions, until it is confirmed. */
interface Asked {
  readonly days: number;
  readonly what: string;
  readonly save: () => void;
}

/** The setting for the days after which a form deletes its submissions. */
export function RetentionSettings({ formId, retention }: { formId: string; retention: Retention }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const update = useUpdateRetention(formId);
  const [isCounting, setIsCounting] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  type Done = Parameters<typeof update.mutate>[1];
  /** Asks first if the change deletes submissions; the number is the one that was shown, or is counted now. */
  async function save(body: UpdateRetention, done: Done) {
    const commit = () => update.mutate(body, done);
    const { days } = body;
    if (days === null || (retention.days !== null && days >= retention.days)) return commit();
    setIsCounting(true);
    const preview = await queryClient
      .fetchQuery(retentionPreviewQuery(api, formId, days))
      .catch(() => null)
      .finally(() => setIsCounting(false));
    // If counting fails, the question has no number.
    if (preview?.expired === 0) return commit();
    setAsked({ days, what: preview ? countExpired(preview) : 'old submissions', save: commit });
    setIsAsking(true);
  }

  const { draft, errors, change, form, leaveGuard, saveBar } = useSettingsForm({
    stored: draftOf(retention.days),
    toBody: (edited) => ({ days: daysOf(edited) }),
    check: checkDraft,
    refusedFields,
    update: {
      ...update,
      isPending: update.isPending || isCounting,
      mutate: (body: UpdateRetention, done: Done) => void save(body, done),
    },
  });
  const days = daysOf(draft);

  return (
    <form {...form} className="grid grid-cols-1 gap-6">
      <LeaveGuard {...leaveGuard} />
      <Section
        title="Automatic deletion"
        intro="Deletes each submission when it is older than a number of days. While it is off, the form keeps everything until you delete it."
      >
        <div className="grid grid-cols-1 gap-5">
          <DaysField draft={draft} error={errors.days} onChange={change} />
          {days !== null && <RetentionPreview formId={formId} days={days} isStored={days === retention.days} />}
          {draft.isOn && (
            <p className="text-small text-muted">
              The age counts from the moment a submission was received. Starred ones go too, with their notes and tags.{' '}
              <a href="/docs/retention" className="text-ink underline decoration-line-strong underline-offset-4">
                How deletion works
              </a>
            </p>
          )}
        </div>
      </Section>
      <SaveBar {...saveBar} />
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${asked?.what}?`}
        confirmLabel="Yes, delete forever"
        isWorking={false}
        onConfirm={() => {
          asked?.save();
          setIsAsking(false);
        }}
        onClose={() => setIsAsking(false)}
      >
        {asked &&
          `They are older than ${formatCount(asked.days, 'day')} and are deleted soon, starred ones too. From then on every submission of this form goes at that age. This cannot be undone.`}
      </ConfirmDialog>
    </form>
  );
}
