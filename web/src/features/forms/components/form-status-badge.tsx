import { formatNumber } from '@inlet/contracts/counts';
import type { Form } from '@inlet/contracts/forms';
import { Badge } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { useLimitRefusals } from '#features/forms/api/use-limit-refusals.ts';

interface FormStatusBadgeProps {
  readonly form: Pick<Form, 'id' | 'isActive' | 'state'>;
  /** Omits the limit if a narrow screen has no space for it, because the page shows it elsewhere. */
  readonly isShortIfNarrow?: boolean;
}

/** Shows if a form takes submissions, and if it refuses them because the month is full. */
export function FormStatusBadge({ form: { id, isActive, state }, isShortIfNarrow = false }: FormStatusBadgeProps) {
  const refused = useLimitRefusals(id);
  const isOpen = state === 'open';
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <Badge tone={isActive && isOpen ? 'success' : 'neutral'}>
        {isActive ? (isOpen ? 'Active' : 'Closed') : 'Inactive'}
      </Badge>
      {isActive && refused !== null && (
        <span className={classNames('flex', isShortIfNarrow && 'max-md:hidden')}>
          <Badge tone="danger">{`Limit reached${refused > 0 ? ` · ${formatNumber(refused)} refused` : ''}`}</Badge>
        </span>
      )}
    </span>
  );
}
