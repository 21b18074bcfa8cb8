import FileText from 'virtual:lucide/file-text';
import Plus from 'virtual:lucide/plus';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export function NoForms() {
  return (
    <Card>
      <EmptyState
        icon={FileText}
        title="No forms yet"
        action={
          <ButtonLink to="/forms/new" variant="primary">
            <Plus aria-hidden size={16} strokeWidth={2} />
            Create Form
          </ButtonLink>
        }
      >
        Create your first form to get an address that your website can send to.
      </EmptyState>
    </Card>
  );
}
