import { siteTokens } from '@inlet/contracts/site';
import { screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SiteProvider } from '#lib/site.tsx';
import { PricingPage } from '#routes/public/pricing-page.tsx';
import { showOffer } from '#routes/public/show-offer.ts';

const earlyPro = product('early_pro', 4_900, 'year');
const answers: Record<string, unknown> = {};

beforeEach(() => {
  answers['/api/products'] = { products: [earlyPro, product('pro', 1_500, 'month')] };
  answers['/api/payment/early-pro-count'] = { count: 17, available: 3 };
  vi.stubGlobal('fetch', async (path: string) => Response.json(answers[path]));
  document.body.innerHTML = renderToStaticMarkup(
    <SiteProvider site={siteTokens}>
      <PricingPage />
    </SiteProvider>,
  );
});

describe('the offer', () => {
  it('is the waitlist, the limits and no price before anything is known', () => {
    expect(card().getByRole('link', { name: 'Join Waitlist' })).toHaveAttribute('href', '/auth?early_pro=true');
    expect(lines()).toEqual(['20 forms', '5,000 submissions per month']);
    expect(screen.queryByText(/€/)).toBeNull();
  });

  it('has the price, the saving, the features and the spots of the service', async () => {
    await showOffer(document);
    expect(screen.getByText('€49').parentElement).toHaveTextContent('€49/ year');
    expect(screen.getByText(/^Save/)).toHaveTextContent('Save €131 a year compared with Pro');
    expect(lines()).toEqual(['20 forms', 'Priority support']);
    expect(screen.getByText('17 of 20 spots claimed')).toBeInTheDocument();
    expect(screen.getByText('3 spots remaining')).toBeInTheDocument();
    const meter = screen.getByRole('progressbar', { name: 'Early Pro spots claimed' });
    expect(meter).toHaveAttribute('aria-valuenow', '85');
    expect(meter.firstElementChild).toHaveAttribute('data-level', 'warning');
    expect(meter.firstElementChild).toHaveStyle({ width: '85%' });
    expect(card().getByRole('link', { name: 'Join Waitlist' })).toBeInTheDocument();
  });

  it('has the other plans in a table, with the limits before anything is known', async () => {
    const table = () => within(screen.getByRole('table'));
    const cellsOf = (name: string) =>
      within(table().getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cellsOf('Forms')).toEqual(['5', '20']);
    expect(cellsOf('Submissions per month')).toEqual(['1,000', '5,000']);
    expect(cellsOf('Data per month')).toEqual(['1 GB', '5 GB']);
    expect(cellsOf('Analytics')).toEqual(['No', 'Yes']);
    expect(table().queryByText(/€/)).toBeNull();
    const pro = product('pro', 1_500, 'month');
    const yearly = { ...pro.prices[0], unitAmount: 18_000, recurringInterval: 'year' };
    const forSale = { ...pro, metadata: { ...pro.metadata, sale: 'open' }, prices: [...pro.prices, yearly] };
    answers['/api/products'] = { products: [earlyPro, forSale] };
    await showOffer(document);
    expect(table().getByText('€15 / month')).toBeInTheDocument();
    expect(table().getByText('€180 / year')).toBeInTheDocument();
    expect(table().getByText('Price not known at the moment')).toBeInTheDocument();
    expect(table().getByRole('button', { name: 'Coming Soon' })).toBeDisabled();
    expect(table().getAllByRole('link', { name: 'Choose Plan' })[0]).toHaveAttribute('href', '/auth?mode=sign-up');
  });

  it.each(['waitlist', 'soon'])('has the button of a plan that is on sale by %s', async (sale) => {
    const starter = product('starter', 500, 'month');
    answers['/api/products'] = { products: [{ ...starter, metadata: { ...starter.metadata, sale } }] };
    await showOffer(document);
    const table = within(screen.getByRole('table'));
    expect(table.getByText('€5 / month')).toBeInTheDocument();
    expect(table.queryAllByRole('link', { name: 'Join Waitlist' })).toHaveLength(sale === 'waitlist' ? 1 : 0);
    expect(table.getAllByRole('button', { name: 'Coming Soon' })).toHaveLength(sale === 'waitlist' ? 1 : 2);
  });

  it('is sold out when no spot remains, even if the product is open', async () => {
    answers['/api/products'] = { products: [{ ...earlyPro, metadata: { ...earlyPro.metadata, sale: 'open' } }] };
    answers['/api/payment/early-pro-count'] = { count: 20, available: 0 };
    await showOffer(document);
    expect(card().getByRole('link', { name: 'Sold Out' })).toHaveAttribute('href', '/pricing');
    expect(card().queryByRole('link', { name: 'Choose Plan' })).toBeNull();
  });

  it.each([
    ['open', 'link', 'Choose Plan'],
    ['soon', 'button', 'Coming Soon'],
  ])('that is %s has the %s %s', async (sale, role, name) => {
    answers['/api/products'] = { products: [{ ...earlyPro, metadata: { ...earlyPro.metadata, sale } }] };
    await showOffer(document);
    expect(card().getByRole(role, { name })).toBeInTheDocument();
    expect(card().queryByRole('link', { name: 'Join Waitlist' })).toBeNull();
  });

  it('says a quiet word when the service has no answer, after it was asked three times', async () => {
    vi.useFakeTimers();
    const asked = vi.fn(async () => Response.json({ products: 'many' }, { status: 503 }));
    vi.stubGlobal('fetch', asked);
    const shown = showOffer(document);
    await vi.runAllTimersAsync();
    await shown;
    expect(asked).toHaveBeenCalledTimes(6);
    expect(screen.getByText('Failed to fetch products. You see the price before you pay.')).toBeInTheDocument();
    expect(screen.getByText('Failed to get early pro count')).toBeInTheDocument();
    expect(lines()).toEqual(['20 forms', '5,000 submissions per month']);
  });

  it('is not asked for on a page that has no place for it', async () => {
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    document.body.innerHTML = '<main></main>';
    await showOffer(document);
    expect(asked).not.toHaveBeenCalled();
  });
});

function card() {
  return within(screen.getByRole('article', { name: 'Early Pro' }));
}

function lines(): (string | null)[] {
  return card()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
}

function product(plan_key: string, unitAmount: number, recurringInterval: string) {
  const price = {
    id: `price_${plan_key}`,
    productId: `prod_${plan_key}`,
    currency: 'eur',
    unitAmount,
    recurringInterval,
    recurringIntervalCount: 1,
    type: 'recurring',
    metadata: {},
  };
  const metadata = { plan_key, features: ['20 forms', 'priority_support'], sale: 'waitlist', capacity: 20 };
  return { id: `prod_${plan_key}`, name: plan_key, description: null, metadata, prices: [price] };
}
