import FileText from 'virtual:lucide/file-text';
import Plus from 'virtual:lucide/plus';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useRights } from '#lib/person/use-rights.ts';

export function NoForms() {
  const mayCreate = useRights()('forms:write');
  return (
    <Card>
      <EmptyState
        icon={FileText}
        title="No forms yet"
        action={
          mayCreate && (
            <ButtonLink to="/forms/new" variant="primary">
              <Plus aria-hidden size={16} strokeWidth={2} />
              Create Form
            </ButtonLink>
          )
        }
      >
        {mayCreate
          ? 'Create your first form to get an address that your website can send to.'
          : 'No form of this workspace is open to you. An editor can create forms.'}
      </EmptyState>
    </Card>
  );
}
