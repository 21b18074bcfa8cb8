import type { AfterSending } from '@inlet/contracts/after-sending';
import type { Language } from '@inlet/contracts/languages';
import { fontPath, renderPage } from '@inlet/contracts/visitor-pages/page-layout';
import { refusalPage, thanksPage } from '@inlet/contracts/visitor-pages/pages';
import { PagePreview } from '#features/forms/after-sending/page-preview.tsx';
import { previewWords } from '#features/forms/after-sending/preview-words.ts';

/** A refusal that visitors may meet on any form. */
const refusal = { status: 503, code: 'unavailable', message: '' };
const back = '#';

interface VisitorPreviewProps {
  readonly chosen: AfterSending;
  readonly language: Language | null;
}

/** The pages that visitors see, as the service sends them. */
export function VisitorPreview({ chosen, language }: VisitorPreviewProps) {
  const words = previewWords(language);
  const frame = { look: chosen, fontUrl: fontPath };
  return (
    <section aria-label="Preview" className="grid grid-cols-1 gap-6 xl:sticky xl:top-6">
      <div>
        <h2 className="mb-2 text-small font-medium">Thank-you page</h2>
        {chosen.redirect !== null && (
          <p className="mb-2 text-small text-muted">Visitors do not see this page while there is a redirect address.</p>
        )}
        <PagePreview title="Thank-you page" html={renderPage(thanksPage(words, chosen.message, back), frame)} />
      </div>
      <div>
        <h2 className="mb-2 text-small font-medium">Error page</h2>
        <PagePreview title="Error page" html={renderPage(refusalPage(words, refusal, back), frame)} />
      </div>
    </section>
  );
}
