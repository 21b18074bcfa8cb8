import { ForRole } from '#components/ui/for-role.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { MailCheck } from '#features/mail-check/components/mail-check.tsx';
import { TestMail } from '#features/mail-check/components/test-mail.tsx';

export function MailPage() {
  return (
    <ForRole action="mail:check">
      <PageTitle>Mail</PageTitle>
      <div className="grid grid-cols-1 gap-6">
        <TestMail />
        <MailCheck />
      </div>
    </ForRole>
  );
}
