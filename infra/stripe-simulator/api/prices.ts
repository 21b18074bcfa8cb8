import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { flag, mergeMetadata, metadata, moments, positiveNumber, text, wholeNumber, word } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { requireRow } from '#billing/require-row.ts';
import { buildPrice } from '#objects/build-price.ts';

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: positiveNumber.default(1),
});
const creation = {
  currency: z.string().regex(/^[a-z]{3}$/, 'must be a currency of three lower-case letters'),
  product: word,
  unit_amount: wholeNumber.refine((amount) => amount >= 0, 'must not be negative'),
  recurring: recurring.optional(),
  active: flag.default(true),
  nickname: text.optional(),
  lookup_key: word.optional(),
  metadata: metadata.optional(),
};
const change = {
  active: flag.optional(),
  nickname: text.optional(),
  lookup_key: word.optional(),
  metadata: metadata.optional(),
};
const query = {
  active: flag.optional(),
  product: word.optional(),
  currency: word.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
  lookup_keys: z.array(word).max(10).optional(),
  created: moments.optional(),
};

export const priceEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/prices', creation, ({ simulation: { tables, clock, emit }, params }) => {
    const { metadata: given, recurring: interval, nickname, lookup_key, ...fields } = params;
    requireRow(tables.products, 'product', params.product, 'product');
    const labels = { nickname: nickname ?? null, lookup_key: lookup_key ?? null, metadata: mergeMetadata({}, given) };
    const price = buildPrice({ ...fields, ...labels, recurring: interval ?? null }, clock.now());
    tables.prices.set(price.id, price);
    emit('price.created', price);
    return price;
  }),

  ...readEndpoints('/v1/prices', 'prices', 'price', query, {
    lookup_keys: ({ lookup_key: key }, asked) => key !== null && asked.includes(key),
  }),

  endpoint('post', '/v1/prices/:id', change, ({ simulation: { tables, emit }, id, params }) => {
    const price = requireRow(tables.prices, 'price', id);
    const changed = {
      ...price,
      active: params.active ?? price.active,
      nickname: params.nickname ?? price.nickname,
      lookup_key: params.lookup_key ?? price.lookup_key,
      metadata: mergeMetadata(price.metadata, params.metadata),
    };
    tables.prices.set(id, changed);
    emit('price.updated', changed);
    return changed;
  }),
];
