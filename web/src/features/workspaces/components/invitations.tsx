import type { OpenInvitation } from '@inlet/contracts/workspaces';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Section } from '#components/ui/section.tsx';
import { useWithdrawInvitation } from '#features/workspaces/api/use-members.ts';
import { roleNames } from '#features/workspaces/role-names.ts';
import { formatDate } from '#lib/dates.ts';
import { failureMessage } from '#lib/http.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { useUser } from '#lib/services.tsx';

interface InvitationsProps {
  readonly invitations: readonly OpenInvitation[];
  readonly onAgain: (invitation: OpenInvitation) => void;
}

/** The invitations that nobody has accepted yet. */
export function Invitations({ invitations, onAgain }: InvitationsProps) {
  const may = useRights();
  const { role: own } = useUser();
  const withdrawal = useWithdrawInvitation();
  return (
    <Section title="Pending invitations">
      {withdrawal.isError && (
        <div className="mb-4">
          <Notice tone="danger">{`The invitation still works. ${failureMessage(withdrawal.error)}`}</Notice>
        </div>
      )}
      <ul aria-label="Pending invitations" className="-my-4 divide-y divide-line">
        {invitations.map((invitation) => {
          const { id, email, role, expiresAt } = invitation;
          const mayChange = may('members:manage') && (role !== 'owner' || own === 'owner');
          return (
            <li key={id} className="flex flex-col gap-x-6 gap-y-3 py-4 sm:flex-row sm:items-center sm:justify-between">
              <div className="min-w-0">
                <p className="text-small font-medium wrap-anywhere">{email}</p>
                <p className="mt-1 flex flex-wrap gap-x-4 text-small text-muted">
                  <span>{roleNames[role]}</span>
                  <span>Works until {formatDate(expiresAt)}</span>
                </p>
              </div>
              {mayChange && (
                <div className="flex shrink-0 flex-wrap gap-2">
                  <Button aria-label={`Invite ${email} again`} onClick={() => onAgain(invitation)}>
                    Invite again
                  </Button>
                  <Button
                    aria-label={`Withdraw the invitation of ${email}`}
                    isLoading={withdrawal.isPending && withdrawal.variables === id}
                    onClick={() => withdrawal.mutate(id)}
                  >
                    Withdraw
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
