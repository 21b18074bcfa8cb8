import type { Form } from '@inlet/contracts/forms';
import { FormCard } from '#features/forms/components/form-card.tsx';

export const formsGridClass = 'grid grid-cols-1 gap-2.5';

export function FormsGrid({ forms }: { forms: readonly Form[] }) {
  return (
    <ul className={formsGridClass}>
      {forms.map((form) => (
        <li key={form.id} className="min-w-0">
          <FormCard form={form} />
        </li>
      ))}
    </ul>
  );
}
