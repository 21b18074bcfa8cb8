import type { EarlyProCount, Product } from '@inlet/contracts/billing';
import { formatCount, formatNumber } from '@inlet/contracts/counts';
import { type Shown, showState } from '#components/site/show-state.ts';
import { levelOf } from '#components/ui/meter-level.ts';
import { priceWords, yearlySaving } from '#features/billing/prices.ts';
import { ask } from '#features/pricing/api/ask.ts';
import { readCount, readProducts } from '#features/pricing/api/read-answers.ts';
import { formatAmount, formatInterval } from '#lib/prices.ts';
import { featureLabel } from '#lib/wording.ts';

/** Fills in price, spots, features and button of early pro, if the page shows them. */
export async function showOffer(page: ParentNode): Promise<void> {
  if (!page.querySelector('[data-live="price"]')) return;
  const known: { earlyPro?: Product | undefined; count?: EarlyProCount | null } = {};
  await Promise.all([
    ask('/api/products', readProducts).then((products) => {
      known.earlyPro = products?.find(({ metadata }) => metadata.plan_key === 'early_pro');
      showPrice(page, known.earlyPro, products ?? []);
      showButton(page, known);
      showTable(page, products);
    }),
    ask('/api/payment/early-pro-count', readCount).then((count) => {
      known.count = count;
      if (count === null) showState(page, 'spots', { state: 'away' });
      else showSpots(page, count);
      showButton(page, known);
    }),
  ]);
}

function showPrice(page: ParentNode, earlyPro: Product | undefined, products: readonly Product[]): void {
  const [price] = earlyPro?.prices ?? [];
  if (price) {
    const texts = { amount: formatAmount(price.unitAmount, price.currency), interval: formatInterval(price) };
    showState(page, 'price', { state: 'known', texts });
  } else showState(page, 'price', { state: 'away' });
  const saving = yearlySaving(products);
  if (saving !== null) showState(page, 'saving', { state: 'known', texts: { saving } });
  if (earlyPro) showState(page, 'features', ...earlyPro.metadata.features.map(toLine));
}

function toLine(feature: string): Shown {
  return { state: 'line', texts: { line: featureLabel(feature) } };
}

function showSpots(page: ParentNode, { count, available }: EarlyProCount): void {
  const capacity = count + available;
  const texts = {
    claimed: `${formatNumber(count)} of ${formatCount(capacity, 'spot')} claimed`,
    remaining: `${formatCount(available, 'spot')} remaining`,
  };
  showState(page, 'spots', { state: 'known', texts });
  const percentage = (count / capacity) * 100;
  for (const meter of page.querySelectorAll('[data-live="spots"] [role=progressbar]')) {
    meter.ariaValueNow = String(percentage);
    const bar = meter.firstElementChild as HTMLElement;
    bar.dataset.level = levelOf(percentage);
    bar.style.width = `${percentage}%`;
  }
}

/** Prices and buttons of the plans in the table, which the landing page does not have. */
function showTable(page: ParentNode, products: readonly Product[] | null): void {
  for (const plan of ['starter', 'pro']) {
    const product = products?.find(({ metadata }) => metadata.plan_key === plan);
    const prices = (product?.prices ?? []).map(
      (price): Shown => ({ state: 'price', texts: { price: priceWords(price) } }),
    );
    showState(page, `prices-${plan}`, ...(prices.length > 0 ? prices : [{ state: 'away' }]));
    // Without a price there is nothing to buy yet.
    if (products) showState(page, `sale-${plan}`, { state: (prices.length > 0 && product?.metadata.sale) || 'soon' });
  }
}

/** The button for visitors. It leads to the waitlist until the state is known. */
function showButton(
  page: ParentNode,
  { earlyPro, count }: { earlyPro?: Product | undefined; count?: EarlyProCount | null },
): void {
  const sale = earlyPro?.metadata.sale;
  if (count?.available === 0) showState(page, 'offer-button', { state: 'soldOut' });
  else if (sale === 'open' || sale === 'soon') showState(page, 'offer-button', { state: sale });
}
