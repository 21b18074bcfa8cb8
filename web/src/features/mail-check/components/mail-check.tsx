import Inbox from 'virtual:lucide/inbox';
import type { MailCheck as Check } from '@inlet/contracts/mail-check';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useMailCheck } from '#features/mail-check/api/use-mail-check.ts';
import { CheckRow } from '#features/mail-check/components/check-row.tsx';
import { formatDateTime } from '#lib/dates.ts';

/** Whether receivers can tell that the mails of this installation are genuine. */
export function MailCheck() {
  const check = useMailCheck();
  return (
    <Section
      title="Delivery"
      intro={check.data?.sender ? `What receivers of mails from ${check.data.sender} look at.` : undefined}
    >
      {check.data ? (
        <Found check={check.data} isLate={check.isLate} />
      ) : check.isError ? (
        <QueryFailure title="The check could not be loaded" query={check} />
      ) : (
        <RowsSkeleton label="Loading the check of mails" />
      )}
    </Section>
  );
}

function Found({ check, isLate }: { readonly check: Check; readonly isLate: boolean }) {
  const { state, checks, level, checkedAt } = check;
  if (state === 'waiting' && isLate) {
    return <Notice tone="info">The check takes longer than usual, because mails are delayed. Look again later.</Notice>;
  }
  if (state === 'waiting') return <RowsSkeleton label="Asking the DNS and the mail server" />;
  if (state === 'local') {
    return (
      <EmptyState icon={Inbox} title="Mails stay on this machine">
        No mail server of the internet is set, so mails are only kept and shown here. Set SMTP_URL and MAIL_FROM to send
        them.
      </EmptyState>
    );
  }
  if (checks === null) return <Notice tone={summaryTones[level ?? 'ok']}>{summaries[level ?? 'ok']}</Notice>;
  return (
    <>
      <ul aria-label="Checks of mails" className="-my-4 divide-y divide-line">
        {checks.map((each) => (
          <CheckRow key={each.id} check={each} />
        ))}
      </ul>
      <p className="mt-8 text-small text-muted">
        {checkedAt && `Checked ${formatDateTime(checkedAt)}. A new record is seen after five minutes at the earliest. `}
        <DocsLink page="self-hosting#mail">What each check means</DocsLink>
      </p>
    </>
  );
}

const summaryTones = { ok: 'success', warning: 'info', fault: 'warning' } as const;
const summaries = {
  ok: 'Receivers can tell that the mails of this service are genuine.',
  warning: 'The mails of this service are sent. Some receivers may sort them into the spam folder.',
  fault:
    'Receivers may refuse the mails of this service, or sort them into the spam folder. Its operator can put that right.',
} as const;
