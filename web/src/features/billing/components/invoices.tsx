import type { Invoice } from '@inlet/contracts/billing';
import { Badge } from '#components/ui/badge.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useInvoices } from '#features/billing/api/use-invoices.ts';
import { formatSigned } from '#features/billing/prices.ts';
import { formatDate } from '#lib/dates.ts';

export function Invoices() {
  const invoices = useInvoices();
  return (
    <Section title="Invoices">
      {invoices.isPending && <RowsSkeleton label="Loading your invoices" />}
      {invoices.isError && !invoices.data && (
        <QueryFailure title="Your invoices could not be loaded" query={invoices} />
      )}
      {invoices.data?.length === 0 && <p className="text-small text-muted">You have no invoices yet.</p>}
      {invoices.data && invoices.data.length > 0 && (
        <ul aria-label="Invoices" className="-my-3 divide-y divide-line">
          {invoices.data.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const states = {
  paid: { tone: 'success', name: 'Paid' },
  open: { tone: 'warning', name: 'Open' },
  uncollectible: { tone: 'danger', name: 'Not paid' },
  void: { tone: 'neutral', name: 'Void' },
} as const;

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { number, createdAt, total, currency, status, url, pdfUrl } = invoice;
  const { tone, name } = states[status];
  const date = formatDate(createdAt);
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 py-3 text-small sm:grid-cols-[6.5rem_1fr_auto_4rem_auto] sm:gap-x-4">
      <span>{date}</span>
      <span className="min-w-0 text-muted wrap-anywhere max-sm:col-start-1 max-sm:row-start-2">{number}</span>
      <span className="max-sm:col-start-1 max-sm:row-start-3">
        <Badge tone={tone}>{name}</Badge>
      </span>
      <span className="text-right font-medium tabular-nums max-sm:row-start-1">{formatSigned(total, currency)}</span>
      <span className="flex justify-end gap-4 max-sm:row-start-3">
        {url && <InvoiceLink href={url} label="View" name={`the invoice of ${date}`} />}
        {pdfUrl && <InvoiceLink href={pdfUrl} label="PDF" name={`of the invoice of ${date}`} />}
      </span>
    </li>
  );
}

function InvoiceLink({ href, label, name }: { href: string; label: string; name: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-accent underline hover:text-accent-hover max-sm:-m-2.5 max-sm:p-2.5"
    >
      {label}
      <span className="sr-only"> {name}</span>
    </a>
  );
}
