import type { AfterSending } from '@inlet/contracts/after-sending';
import type { Language } from '@inlet/contracts/languages';
import { fontPath, renderPage } from '@inlet/contracts/visitor-pages/page-layout';
import { refusalPage } from '@inlet/contracts/visitor-pages/pages';
import { closedRefusal } from '@inlet/contracts/visitor-pages/visitor-words';
import { PagePreview } from '#features/forms/after-sending/page-preview.tsx';
import { previewWords } from '#features/forms/after-sending/preview-words.ts';

interface ClosedPreviewProps {
  readonly look: AfterSending;
  readonly language: Language | null;
  readonly message: string | null;
}

/** The page that visitors read while a form takes nothing, as the service sends it. */
export function ClosedPreview({ look, language, message }: ClosedPreviewProps) {
  const refusal = closedRefusal('closed', { message, opensAtMs: null });
  const html = renderPage(refusalPage(previewWords(language), refusal, '#'), { look, fontUrl: fontPath });
  return (
    <section aria-label="Preview" className="xl:sticky xl:top-6">
      <h2 className="mb-2 text-small font-medium">Page while closed</h2>
      <PagePreview title="Page while closed" html={html} />
    </section>
  );
}
