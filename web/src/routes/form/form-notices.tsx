import type { Form } from '@inlet/contracts/forms';
import type { Usage } from '@inlet/contracts/usage';
import { ClosedNotice } from '#features/forms/closing/closed-notice.tsx';
import { LimitNotice } from '#routes/plan/limit-notice.tsx';

/** What keeps a form from taking submissions: the month of its account, its times, or its number. */
export function FormNotices({ form, usage }: { form: Form; usage: Usage | undefined }) {
  return (
    <>
      {usage?.isSubmissionLimitReached && <LimitNotice usage={usage} />}
      {form.isActive && (form.state !== 'open' || form.maxSubmissions !== null) && <ClosedNotice form={form} />}
    </>
  );
}
