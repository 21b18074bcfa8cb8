import { formatNumber } from '@inlet/contracts/counts';
import type { Form } from '@inlet/contracts/forms';
import { lazy, Suspense } from 'react';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { TextArea, TextField } from '#components/ui/field.tsx';
import { LeaveGuard } from '#components/ui/leave-guard.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { Section } from '#components/ui/section.tsx';
import { checkDraft, draftOf, refusedFields, toChange } from '#features/forms/closing/closing-draft.ts';
import { useSaveForm } from '#features/forms/settings/api/use-save-form.ts';
import { useSettingsForm } from '#lib/use-settings-form.ts';

const ClosedPreview = lazy(async () => ({
  default: (await import('#features/forms/closing/closed-preview.tsx')).ClosedPreview,
}));

/** Settings for when a form takes submissions, and how many. */
export function ClosingSettings({ form: stored }: { form: Form }) {
  const { draft, errors, change, form, leaveGuard, saveBar } = useSettingsForm({
    stored: draftOf(stored),
    toBody: (edited) => toChange(edited, stored),
    check: (edited) => checkDraft(edited, stored),
    refusedFields,
    update: useSaveForm(stored.id),
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <form {...form} className="grid grid-cols-1 gap-6">
        <LeaveGuard {...leaveGuard} />
        <Section
          title="Times"
          intro={<>The form takes submissions between these times, which are in your time zone, {zone}.</>}
        >
          <div className="grid grid-cols-1 gap-6">
            <TextField
              label="Opens"
              hint="Leave empty to take submissions at once."
              name="opensAt"
              type="datetime-local"
              value={draft.opensAt}
              onChange={(event) => change({ opensAt: event.target.value })}
              error={errors.opensAt}
            />
            <TextField
              label="Closes"
              hint="Leave empty to stay open."
              name="closesAt"
              type="datetime-local"
              value={draft.closesAt}
              onChange={(event) => change({ closesAt: event.target.value })}
              error={errors.closesAt}
            />
          </div>
        </Section>
        <Section title="Number" intro="The form closes when it has taken this many submissions, spam not counted.">
          <TextField
            label="Maximum"
            hint={
              stored.countedSubmissions === null
                ? 'Leave empty to take any number.'
                : `${formatNumber(stored.countedSubmissions)} submissions are taken. Leave empty to take any number.`
            }
            name="maxSubmissions"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Any number"
            value={draft.maxSubmissions}
            onChange={(event) => change({ maxSubmissions: event.target.value })}
            error={errors.maxSubmissions}
          />
        </Section>
        <Section
          title="Message"
          intro={
            <>
              Visitors read it before the form opens, after it closes, and when it is full.{' '}
              <DocsLink page="closing">What visitors get</DocsLink>
            </>
          }
        >
          <TextArea
            label="Message while closed"
            hint="Plain text. Leave empty for the usual sentence."
            name="closedMessage"
            rows={4}
            value={draft.closedMessage}
            onChange={(event) => change({ closedMessage: event.target.value })}
            error={errors.closedMessage}
          />
        </Section>
        <SaveBar {...saveBar} />
      </form>
      <Suspense>
        <ClosedPreview
          language={stored.language}
          look={stored.afterSending}
          message={draft.closedMessage.trim() || null}
        />
      </Suspense>
    </div>
  );
}
