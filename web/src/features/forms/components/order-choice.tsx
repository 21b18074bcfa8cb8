import { useSearchParams } from 'react-router-dom';
import { inputClass } from '#components/ui/field.tsx';
import { type FormOrder, formOrders, isFormOrder } from '#features/forms/sort-forms.ts';

/** Chooses the order of the forms, which the address contains. */
export function useFormOrder(): FormOrder {
  const order = useSearchParams()[0].get('sort');
  return isFormOrder(order) ? order : 'newest';
}

export function OrderChoice() {
  const order = useFormOrder();
  const [, setParams] = useSearchParams();
  return (
    <select
      aria-label="Sort forms by"
      value={order}
      onChange={({ target }) =>
        setParams(target.value === 'newest' ? {} : { sort: target.value }, { replace: true, preventScrollReset: true })
      }
      className={`${inputClass} min-h-11 w-auto! sm:min-h-10`}
    >
      {Object.entries(formOrders).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
