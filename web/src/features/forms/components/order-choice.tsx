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
  const setParam = useSetParam();
  return (
    <select
      aria-label="Sort forms by"
      value={order}
      onChange={({ target }) => setParam('sort', target.value === 'newest' ? null : target.value)}
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

/** True if the list shows only forms that take nothing because of their times or their number. */
export function useOnlyClosed(): boolean {
  return useSearchParams()[0].get('show') === 'closed';
}

export function StateChoice() {
  const isOnlyClosed = useOnlyClosed();
  const setParam = useSetParam();
  return (
    <select
      aria-label="Show forms"
      value={isOnlyClosed ? 'closed' : 'all'}
      onChange={({ target }) => setParam('show', target.value === 'all' ? null : target.value)}
      className={`${inputClass} min-h-11 w-auto! sm:min-h-10`}
    >
      <option value="all">All</option>
      <option value="closed">Closed</option>
    </select>
  );
}

/** Changes one parameter of the address, or removes it. */
function useSetParam(): (name: string, value: string | null) => void {
  const [, setParams] = useSearchParams();
  return (name, value) =>
    setParams(
      (params) => {
        if (value === null) params.delete(name);
        else params.set(name, value);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
}
