import { type Action, leastRole } from '@inlet/contracts/roles';
import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { useRights } from '#lib/person/use-rights.ts';
import { useUser } from '#lib/services.tsx';

interface ForRoleProps {
  readonly action: Action;
  /** `page` if nothing else is on the page, `section` below the heading of another part. */
  readonly level?: 'page' | 'section';
  readonly children: ReactNode;
}

/** A page that a role may not use says why. Links to it are not shown. */
export function ForRole({ action, level = 'section', children }: ForRoleProps) {
  const may = useRights();
  const { role, workspace } = useUser();
  if (may(action)) return children;
  return (
    <>
      <PageTitle>Not for your role</PageTitle>
      {level === 'page' && <PageHeader title="Not for your role" />}
      <Notice tone="info" action={<ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>}>
        {role === null
          ? 'This page belongs to a workspace, and you are in none.'
          : `Your role in ${workspace?.name ?? 'this workspace'} is ${role}. This page takes the role ${leastRole(action)}.`}
      </Notice>
    </>
  );
}
