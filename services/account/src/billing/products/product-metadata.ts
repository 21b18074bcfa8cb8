import { type Product, saleSchema } from '@inlet/contracts/billing';
import * as z from 'zod';

const featuresSchema = z.array(z.string());
const capacitySchema = z.coerce.number().int().positive();

/**
 * A product's own settings, which Stripe stores as texts. An unreadable setting must never offer something by mistake.
 */
export function readProductMetadata(metadata: unknown): Product['metadata'] {
  const texts = z.record(z.string(), z.unknown()).catch({}).parse(metadata);
  const capacity = capacitySchema.safeParse(texts.capacity);
  return {
    plan_key: typeof texts.plan_key === 'string' ? texts.plan_key : '',
    features: readFeatures(texts.features),
    sale: saleSchema.catch('soon').parse(texts.sale),
    capacity: capacity.success ? capacity.data : null,
  };
}

/** A list as JSON, or names separated by commas, as a person may type it into Stripe's dashboard. */
function readFeatures(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  try {
    return featuresSchema.parse(JSON.parse(text));
  } catch {
    return text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
  }
}
