import type { Price, Product } from '@inlet/contracts/billing';
import { useId } from 'react';
import { priceWords } from '#features/billing/prices.ts';
import { formatAmount, formatInterval } from '#lib/prices.ts';

interface PlanPricesProps {
  readonly product: Product;
  readonly chosen: Price;
  /** Absent if nothing can be bought. */
  readonly onChoose?: ((price: Price) => void) | undefined;
}

/** The price of a plan; if the plan has several, the person chooses one. */
export function PlanPrices({ product, chosen, onChoose }: PlanPricesProps) {
  const name = useId();
  const others = product.prices.filter((price) => price !== chosen);
  if (others.length === 0) return <Amount price={chosen} />;
  if (!onChoose) {
    return (
      <>
        <Amount price={chosen} />
        <p className="mt-1 text-small text-muted">or {others.map(priceWords).join(', ')}</p>
      </>
    );
  }
  return (
    <fieldset className="mt-4 grid gap-2 sm:grid-cols-2">
      <legend className="sr-only">How to pay for {product.name}</legend>
      {product.prices.map((price) => (
        <label key={price.id} className={optionClass}>
          <input
            type="radio"
            name={name}
            checked={price === chosen}
            onChange={() => onChoose(price)}
            className="size-4 shrink-0 accent-accent"
          />
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-heading font-semibold tabular-nums">
              {formatAmount(price.unitAmount, price.currency)}
            </span>{' '}
            <span className="text-small text-muted">{formatInterval(price)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Amount({ price }: { price: Price }) {
  return (
    <p className="mt-4 flex flex-wrap items-baseline gap-x-2">
      <span className="text-title font-semibold tabular-nums">{formatAmount(price.unitAmount, price.currency)}</span>
      <span className="text-small text-muted">{formatInterval(price)}</span>
    </p>
  );
}

const optionClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-medium border border-line-strong px-3 py-2 transition-tint hover:border-ink has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent';
