import { formatNumber } from '@inlet/contracts/counts';
import { Link, useLocation } from 'react-router-dom';
import { classNames } from '#components/ui/class-names.ts';
import { useCounts } from '#features/submissions/api/use-counts.ts';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import { useRights } from '#lib/person/use-rights.ts';

interface FormTabsProps {
  readonly formId: string;
  /** Unknown while the form loads. */
  readonly total?: number;
  /** A form without submissions opens on its setup. */
  readonly isNew?: boolean;
}

/** The parts of a form's page. Each has an address, so the tabs are links. */
export function FormTabs({ formId, total, isNew = false }: FormTabsProps) {
  const counts = useCounts(formId);
  const spamTotal = useSubmissionTotal(formId, 'spam') ?? counts?.spam;
  const may = useRights();
  const { pathname } = useLocation();
  const base = `/forms/${formId}`;
  const hasSetup = may('forms:write');
  const current = pathname === base && isNew && hasSetup ? `${base}/setup` : pathname;
  const tabs: readonly { readonly to: string; readonly label: string; readonly count?: number | undefined }[] = [
    { to: base, label: 'Inbox', count: total },
    { to: `${base}/spam`, label: 'Spam', count: spamTotal },
    { to: `${base}/refused`, label: 'Refused', count: counts?.refused ?? undefined },
    { to: `${base}/analytics`, label: 'Analytics' },
    { to: `${base}/rules`, label: 'Rules' },
    ...(may('integrations:manage') ? [{ to: `${base}/integrations`, label: 'Integrations' }] : []),
    ...(hasSetup ? [{ to: `${base}/page`, label: 'Page' }] : []),
    ...(hasSetup ? [{ to: `${base}/setup`, label: 'Setup' }] : []),
  ];
  return (
    <nav aria-label="Form" data-keeps-focus className="-mx-4 border-line border-b sm:-mx-6 md:mt-1">
      <div className="scroll-row -mb-px flex gap-5 pl-4 sm:gap-6 sm:pl-6">
        {tabs.map(({ to, label, count }) => (
          <Link
            key={to}
            to={to}
            ref={to === current ? moveIntoView : undefined}
            preventScrollReset
            aria-current={to === current ? 'page' : undefined}
            className={classNames(
              'inline-flex h-10 shrink-0 items-center gap-1.5 border-b-2 text-small font-medium transition-tint focus-visible:-outline-offset-2',
              to === current ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
            )}
          >
            {label}
            {count !== undefined && count > 0 && (
              <span className="text-caption text-muted tabular-nums">{formatNumber(count)}</span>
            )}
          </Link>
        ))}
      </div>
    </nav>
  );
}

/** On a phone the strip contains more tabs than fit. */
function moveIntoView(tab: HTMLAnchorElement | null) {
  // A synchronous read would force the browser to compute the layout before the rest of the page is rendered.
  requestAnimationFrame(() => {
    const strip = tab?.parentElement;
    if (strip) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  });
}
