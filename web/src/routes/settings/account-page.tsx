import { PageTitle } from '#components/ui/page.tsx';
import { ChangeEmail } from '#features/account/components/change-email.tsx';
import { ChangePassword } from '#features/account/components/change-password.tsx';
import { DeleteAccount } from '#features/account/components/delete-account.tsx';
import { ExportData } from '#features/account/components/export-data.tsx';
import { MailPreferences } from '#features/account/components/mail-preferences.tsx';
import { useRights } from '#lib/person/use-rights.ts';
import { useAppConfig } from '#lib/use-app-config.ts';

export function AccountPage() {
  const may = useRights();
  const hasPasswords = useAppConfig().data?.passwords !== false;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageTitle>Account settings</PageTitle>
      <ChangeEmail />
      {hasPasswords && <ChangePassword />}
      <MailPreferences />
      {may('workspace:export') && <ExportData />}
      <DeleteAccount />
    </div>
  );
}
