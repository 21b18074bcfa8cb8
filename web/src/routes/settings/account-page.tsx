import { PageTitle } from '#components/ui/page.tsx';
import { ChangeEmail } from '#features/account/components/change-email.tsx';
import { ChangePassword } from '#features/account/components/change-password.tsx';
import { DeleteAccount } from '#features/account/components/delete-account.tsx';
import { ExportData } from '#features/account/components/export-data.tsx';
import { MailPreferences } from '#features/account/components/mail-preferences.tsx';

export function AccountPage() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageTitle>Account settings</PageTitle>
      <ChangeEmail />
      <ChangePassword />
      <MailPreferences />
      <ExportData />
      <DeleteAccount />
    </div>
  );
}
