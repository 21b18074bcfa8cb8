import { thanksMessageMax } from '@inlet/contracts/after-sending';
import type { Form } from '@inlet/contracts/forms';
import { readLanguage } from '@inlet/contracts/languages';
import { defaultSuccessMessage } from '@inlet/contracts/submit-answers';
import { lazy, Suspense } from 'react';
import { TextArea, TextField } from '#components/ui/field.tsx';
import { LeaveGuard } from '#components/ui/leave-guard.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { Section } from '#components/ui/section.tsx';
import { checkDraft, draftOf, refusedFields, toChange } from '#features/forms/after-sending/after-sending-draft.ts';
import { ColorField } from '#features/forms/after-sending/color-field.tsx';
import { LanguageField } from '#features/forms/after-sending/language-field.tsx';
import { useSaveForm } from '#features/forms/settings/api/use-save-form.ts';
import { useSettingsForm } from '#lib/use-settings-form.ts';

const VisitorPreview = lazy(async () => ({
  default: (await import('#features/forms/after-sending/visitor-preview.tsx')).VisitorPreview,
}));

/** Settings for the response that visitors get after they have sent a form. */
export function AfterSendingSettings({ form: saved }: { form: Form }) {
  const stored = draftOf(saved);
  const { draft, errors, change, form, leaveGuard, saveBar } = useSettingsForm({
    stored,
    toBody: (edited) => ({
      afterSending: toChange(edited),
      ...(edited.language !== stored.language && { language: readLanguage(edited.language) }),
    }),
    check: checkDraft,
    refusedFields,
    update: useSaveForm(saved.id),
  });
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <form {...form} className="grid grid-cols-1 gap-6">
        <LeaveGuard {...leaveGuard} />
        <Section title="After sending" intro="Visitors see this after they send the form.">
          <div className="grid grid-cols-1 gap-6">
            <TextArea
              label="Thank-you text"
              hint={`Up to ${thanksMessageMax} characters. Leave empty for “${defaultSuccessMessage}”, in the language of the page.`}
              name="message"
              rows={4}
              value={draft.message}
              onChange={(event) => change({ message: event.target.value })}
              error={errors.message}
            />
            <TextField
              label="Redirect address"
              hint="Visitors go to this page instead of the thank-you page. Leave empty to show the thank-you page."
              name="redirect"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://www.example.com/thanks"
              value={draft.redirect}
              onChange={(event) => change({ redirect: event.target.value })}
              error={errors.redirect}
            />
          </div>
        </Section>
        <Section
          title="Language"
          intro="The sentences that Inlet adds to what visitors see, with their numbers and dates."
        >
          <LanguageField language={draft.language} onChange={(language) => change({ language })} />
        </Section>
        <Section title="Look" intro="The thank-you page and the error page carry your name, logo and color.">
          <div className="grid grid-cols-1 gap-6">
            <TextField
              label="Name"
              hint="Visitors read it at the top of both pages. Leave empty if your logo says it."
              name="name"
              autoComplete="organization"
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
              error={errors.name}
            />
            <TextField
              label="Logo"
              hint="The https:// address of an image on your website. Visitors load it from there."
              name="logo"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://www.example.com/logo.png"
              value={draft.logo}
              onChange={(event) => change({ logo: event.target.value })}
              error={errors.logo}
            />
            <ColorField color={draft.color} error={errors.color} onChange={(color) => change({ color })} />
          </div>
        </Section>
        <SaveBar {...saveBar} />
      </form>
      <Suspense>
        <VisitorPreview chosen={toChange(draft)} language={readLanguage(draft.language)} />
      </Suspense>
    </div>
  );
}
