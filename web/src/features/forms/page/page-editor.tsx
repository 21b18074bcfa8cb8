import { type FormPage, pageButtonMax, pageIntroductionMax, pageTitleMax } from '@inlet/contracts/form-page';
import type { Form } from '@inlet/contracts/forms';
import type { SavedRules } from '@inlet/contracts/saved-rules';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { TextArea, TextField } from '#components/ui/field.tsx';
import { LeaveGuard } from '#components/ui/leave-guard.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { Section } from '#components/ui/section.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { ColorField } from '#features/forms/after-sending/color-field.tsx';
import { useSaveFormPage } from '#features/forms/page/api/use-form-page.ts';
import { CaptchaNotice } from '#features/forms/page/captcha-notice.tsx';
import { HostedPreview } from '#features/forms/page/hosted-preview.tsx';
import { checkDraft, draftOf, refusedFields, toPage } from '#features/forms/page/page-draft.ts';
import { PageFields } from '#features/forms/page/page-fields.tsx';
import { SharePage } from '#features/forms/page/share-page.tsx';
import { useSettingsForm } from '#lib/use-settings-form.ts';

interface PageEditorProps {
  readonly form: Form;
  readonly page: FormPage;
  readonly rules: SavedRules;
}

/** The hosted page of a form: its settings with a preview, its fields in their order, and how to share it. */
export function PageEditor({ form, page, rules }: PageEditorProps) {
  const { draft, errors, change, ...settings } = useSettingsForm({
    stored: draftOf(page),
    toBody: toPage,
    check: checkDraft,
    refusedFields,
    update: useSaveFormPage(form.id),
  });
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <form {...settings.form} className="grid min-w-0 grid-cols-1 gap-6">
        <LeaveGuard {...settings.leaveGuard} />
        <Section
          title="Page"
          intro={
            <>
              A page of its own for this form, for people without a website.{' '}
              <DocsLink page="hosted-page">More about hosted pages</DocsLink>
            </>
          }
        >
          <div className="grid grid-cols-1 gap-6">
            <Switch
              label={draft.enabled ? 'The page is on' : 'The page is off'}
              hint={
                form.isActive
                  ? 'Everybody who knows its address can open it, and search engines may list it.'
                  : 'The form is inactive, so nobody can open the page.'
              }
              isOn={draft.enabled}
              onChange={(enabled) => change({ enabled })}
            />
            <CaptchaNotice formId={form.id} />
            <TextField
              label="Title"
              hint={`Up to ${pageTitleMax} characters. Leave empty for “${form.name}”.`}
              name="title"
              autoComplete="off"
              dir="auto"
              value={draft.title}
              onChange={(event) => change({ title: event.target.value })}
              error={errors.title}
            />
            <TextArea
              label="Introduction"
              hint={`Up to ${pageIntroductionMax.toLocaleString('en')} characters above the fields.`}
              name="introduction"
              rows={4}
              dir="auto"
              value={draft.introduction}
              onChange={(event) => change({ introduction: event.target.value })}
              error={errors.introduction}
            />
            <TextField
              label="Button"
              hint={`Up to ${pageButtonMax} characters. Leave empty for “Send”, in the language of After sending.`}
              name="button"
              autoComplete="off"
              dir="auto"
              value={draft.button}
              onChange={(event) => change({ button: event.target.value })}
              error={errors.button}
            />
            <TextArea
              label="Thank-you text"
              hint="Visitors read it after they send the form. Leave empty for the text of After sending."
              name="thanks"
              rows={3}
              dir="auto"
              value={draft.thanks}
              onChange={(event) => change({ thanks: event.target.value })}
              error={errors.thanks}
            />
            <ColorField color={draft.accent} error={errors.accent} onChange={(accent) => change({ accent })} />
          </div>
        </Section>
        <SaveBar {...settings.saveBar} />
      </form>
      <HostedPreview form={form} page={toPage(draft)} url={page.url} fields={rules.fields} />
      <div className="grid min-w-0 grid-cols-1 gap-6">
        <PageFields form={form} rules={rules} />
        {page.enabled && <SharePage formId={form.id} title={page.title ?? form.name} url={page.url} />}
      </div>
    </div>
  );
}
