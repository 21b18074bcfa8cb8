import UserPlus from 'virtual:lucide/user-plus';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { RowsSkeleton } from '#components/ui/rows-skeleton.tsx';
import { Section } from '#components/ui/section.tsx';
import { useMembers } from '#features/workspaces/api/use-members.ts';
import { Invitations } from '#features/workspaces/components/invitations.tsx';
import { MemberRow } from '#features/workspaces/components/member-row.tsx';
import { useRights } from '#lib/person/use-rights.ts';

const InviteMember = lazy(async () => ({
  default: (await import('#features/workspaces/components/invite-member.tsx')).InviteMember,
}));

/** The people of the workspace in one table, and the invitations below it. */
export function Members() {
  const members = useMembers();
  const may = useRights();
  /** The address to invite; null while the form is closed. */
  const [inviting, setInviting] = useState<string | null>(null);
  const [invited, setInvited] = useState<string | null>(null);
  const open = (email: string) => {
    setInvited(null);
    setInviting(email);
  };

  function content(): ReactNode {
    if (!members.data) {
      return members.isError ? (
        <QueryFailure title="The members could not be loaded" query={members} />
      ) : (
        <RowsSkeleton label="Loading the members" />
      );
    }
    const owners = members.data.members.filter(({ role }) => role === 'owner').length;
    return (
      <div className="-my-4 overflow-x-auto">
        <table className="w-full text-left max-sm:block">
          <thead className="sr-only">
            <tr>
              <th scope="col">Member</th>
              <th scope="col">Role</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line max-sm:block">
            {members.data.members.map((member) => (
              <MemberRow key={member.id} member={member} isLastOwner={member.role === 'owner' && owners === 1} />
            ))}
          </tbody>
        </table>
      </div>
    );
  }

  const invitations = members.data?.invitations ?? [];
  return (
    <>
      <Section
        title="Members"
        intro={
          <>
            A workspace needs an owner: make somebody else one before the last one leaves.{' '}
            <DocsLink page="workspaces">Roles and members</DocsLink>
          </>
        }
        action={
          may('members:manage') && (
            <Button disabled={inviting !== null} onClick={() => open('')} className="self-start sm:self-auto">
              <UserPlus aria-hidden size={16} strokeWidth={1.75} />
              Invite
            </Button>
          )
        }
      >
        {invited && (
          <div className="mb-6">
            <Notice tone="success">{`An invitation is on its way to ${invited}.`}</Notice>
          </div>
        )}
        {inviting !== null && (
          <Suspense fallback={<RowsSkeleton label="Loading the form" />}>
            <InviteMember
              key={inviting}
              initialEmail={inviting}
              onCancel={() => setInviting(null)}
              onDone={(email) => {
                setInviting(null);
                setInvited(email);
              }}
            />
          </Suspense>
        )}
        {content()}
      </Section>
      {invitations.length > 0 && <Invitations invitations={invitations} onAgain={({ email }) => open(email)} />}
    </>
  );
}
