import type { FieldRule } from '@inlet/contracts/field-rule';
import type { PageTexts } from '@inlet/contracts/form-page';
import type { Form } from '@inlet/contracts/forms';
import { hostedFormPage, hostedFrame, hostedThanksPage } from '@inlet/contracts/visitor-pages/hosted-page';
import { fontPath, renderPage } from '@inlet/contracts/visitor-pages/page-layout';
import { PagePreview } from '#features/forms/after-sending/page-preview.tsx';
import { previewWords } from '#features/forms/after-sending/preview-words.ts';

interface HostedPreviewProps {
  readonly form: Form;
  readonly page: PageTexts;
  readonly url: string;
  readonly fields: FieldRule[];
}

/** The page and its thanks, as the service renders them. Nothing can be sent from here. */
export function HostedPreview({ form, page, url, fields }: HostedPreviewProps) {
  const shown = {
    ...{ name: form.name, allowedOrigins: form.allowedOrigins, afterSending: form.afterSending, page },
    files: form.takesFiles ? { types: form.fileTypes } : undefined,
    rules: { version: 1, mode: 'off' as const, unknown: 'keep' as const, fields },
  };
  const words = previewWords(form.language);
  const address = { publicUrl: new URL(url).origin, endpointId: form.endpointId };
  const frame = { ...hostedFrame(shown, address), fontUrl: fontPath };
  return (
    <section aria-label="Preview" className="grid min-w-0 grid-cols-1 gap-6 xl:sticky xl:top-6 xl:row-span-2">
      <div>
        <h2 className="mb-2 text-small font-medium">Page</h2>
        <PagePreview title="Page" html={renderPage(hostedFormPage(words, shown, address), frame)} isTall />
      </div>
      <div>
        <h2 className="mb-2 text-small font-medium">After sending</h2>
        <PagePreview title="After sending" html={renderPage(hostedThanksPage(words, shown, address), frame)} />
      </div>
    </section>
  );
}
