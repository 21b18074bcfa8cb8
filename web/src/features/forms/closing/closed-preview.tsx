import type { AfterSending } from '@inlet/contracts/after-sending';
import { fontPath, renderPage } from '@inlet/contracts/visitor-pages/page-layout';
import { refusalPage } from '@inlet/contracts/visitor-pages/pages';
import { closedRefusal } from '@inlet/contracts/visitor-pages/visitor-words';
import { PagePreview } from '#features/forms/after-sending/page-preview.tsx';

/** The page that visitors read while a form takes nothing, as the service sends it. */
export function ClosedPreview({ look, message }: { look: AfterSending; message: string | null }) {
  const html = renderPage(refusalPage(closedRefusal('closed', message), '#'), { look, fontUrl: fontPath });
  return (
    <section aria-label="Preview" className="xl:sticky xl:top-6">
      <h2 className="mb-2 text-small font-medium">Page while closed</h2>
      <PagePreview title="Page while closed" html={html} />
    </section>
  );
}
