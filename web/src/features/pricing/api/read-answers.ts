import type { EarlyProCount, Price, Product } from '@inlet/contracts/billing';

/**
 * The products of `/api/products`, or null if the response has another shape. It is written by hand, because zod is too
 * large for a public page.
 */
export function readProducts(body: unknown): readonly Product[] | null {
  if (!isRecord(body) || !Array.isArray(body.products)) return null;
  return body.products.every(isProduct) ? body.products : null;
}

/** The spots of `/api/payment/early-pro-count`, or null if the response has another shape. */
export function readCount(body: unknown): EarlyProCount | null {
  if (!isRecord(body)) return null;
  const { count, available } = body;
  return isCount(count) && isCount(available) && count + available > 0 ? { count, available } : null;
}

function isProduct(value: unknown): value is Product {
  if (!isRecord(value) || !isRecord(value.metadata) || !Array.isArray(value.prices)) return false;
  const { plan_key, features, sale } = value.metadata;
  const isOffered = sale === 'open' || sale === 'waitlist' || sale === 'soon';
  const hasFeatures = Array.isArray(features) && features.every((feature) => typeof feature === 'string');
  return (
    typeof value.name === 'string' &&
    typeof plan_key === 'string' &&
    isOffered &&
    hasFeatures &&
    value.prices.every(isPrice)
  );
}

function isPrice(value: unknown): value is Price {
  if (!isRecord(value)) return false;
  const { currency, unitAmount, recurringInterval, recurringIntervalCount } = value;
  const isRecurring = recurringInterval === null || typeof recurringInterval === 'string';
  const hasCount = recurringIntervalCount === null || isCount(recurringIntervalCount);
  return typeof currency === 'string' && /^[a-z]{3}$/i.test(currency) && isCount(unitAmount) && isRecurring && hasCount;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
