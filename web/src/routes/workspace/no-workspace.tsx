import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { NewWorkspace } from '#features/workspaces/components/new-workspace.tsx';

/** Replaces every page of a workspace for a person who is in none. */
export function NoWorkspace() {
  return (
    <div className="max-w-[40rem]">
      <PageTitle>No workspace</PageTitle>
      <PageHeader title="You are in no workspace">
        <p className="mt-1 text-pretty text-muted">
          Make one, or ask somebody to invite you. You join with the link of the invitation.
        </p>
      </PageHeader>
      <NewWorkspace />
    </div>
  );
}
