import type { Form } from '@inlet/contracts/forms';
import { Badge } from '#components/ui/badge.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { useLimitRefusals } from '#features/forms/api/use-limit-refusals.ts';
import { formatNumber } from '#lib/wording.ts';

interface FormStatusBadgeProps {
  readonly form: Pick<Form, 'id' | 'isActive'>;
  /** Omits the limit if a narrow screen has no space for it, because the page shows it elsewhere. */
  readonly isShortIfNarrow?: boolean;
}

/** Shows if a form is active, and if it refuses submissions because the month is full. */
export function FormStatusBadge({ form: { id, isActive }, isShortIfNarrow = false }: FormStatusBadgeProps) {
  const refused = useLimitRefusals(id);
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
      {isActive && refused !== null && (
        <span className={classNames('flex', isShortIfNarrow && 'max-md:hidden')}>
          <Badge tone="danger">{`Limit reached${refused > 0 ? ` · ${formatNumber(refused)} refused` : ''}`}</Badge>
        </span>
      )}
    </span>
  );
}
