import { formatCount } from '@inlet/contracts/counts';
import { pageViewDays } from '@inlet/contracts/form-page';
import { renderSVG } from 'uqr';
import { buttonClass } from '#components/ui/button-class.ts';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { Section } from '#components/ui/section.tsx';
import { usePageViews } from '#features/forms/page/api/use-page-views.ts';
import { embedCode } from '#features/forms/page/embed-code.ts';

interface SharePageProps {
  readonly formId: string;
  readonly title: string;
  readonly url: string;
}

/** The address of a page, as a link, as code for a website, and for paper. */
export function SharePage({ formId, title, url }: SharePageProps) {
  const views = usePageViews(formId);
  const image = `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}`;
  const total = views.data?.total;
  return (
    <Section
      title="Share"
      intro={total === undefined ? undefined : `${formatCount(total, 'view')} in the last ${pageViewDays} days.`}
    >
      <div className="grid grid-cols-1 gap-6">
        <div>
          <h3 className="mb-2 text-small font-medium">Link</h3>
          <CodeBlock label="Link to the page" code={url} copyLabel="Copy the link" wraps />
          <p className="mt-2 text-small text-muted">
            Add <code className="font-mono">?field=value</code> to fill in a field.{' '}
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              className="font-medium text-accent underline hover:text-accent-hover"
            >
              Open the page
            </a>
          </p>
        </div>
        <div>
          <h3 className="mb-2 text-small font-medium">Code for a website</h3>
          <CodeBlock label="Code that shows the page" code={embedCode(url, title)} copyLabel="Copy the code" wraps />
          <p className="mt-2 text-small text-muted">The websites that may submit this form may show the page.</p>
        </div>
        <div>
          <h3 className="mb-2 text-small font-medium">QR code</h3>
          <div className="flex flex-wrap items-center gap-4">
            <img src={image} alt={`QR code of ${url}`} width={160} height={160} className="rounded-medium bg-white" />
            <a href={image} download="form-qr-code.svg" className={buttonClass('secondary')}>
              Download
            </a>
          </div>
        </div>
      </div>
    </Section>
  );
}
