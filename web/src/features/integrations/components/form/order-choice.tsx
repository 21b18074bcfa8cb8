import { type Target, targetOrders } from '@inlet/contracts/targets';
import { useId } from 'react';
import { Choice } from '#components/ui/choice.tsx';

const orders = {
  best_effort: {
    name: 'Best effort',
    explanation: 'Others are delivered while a failed one is tried again. Right for most.',
  },
  strict: {
    name: 'In order',
    explanation: 'A failed delivery pauses the ones after it until it succeeds or you skip it.',
  },
} as const;

interface OrderChoiceProps {
  readonly order: Target['order'];
  readonly onChange: (order: Target['order']) => void;
}

export function OrderChoice({ order, onChange }: OrderChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-small font-medium">Order</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {targetOrders.map((option) => (
          <Choice
            key={option}
            type="radio"
            name={name}
            label={orders[option].name}
            hint={orders[option].explanation}
            isChecked={option === order}
            onChange={() => onChange(option)}
          />
        ))}
      </div>
    </fieldset>
  );
}
