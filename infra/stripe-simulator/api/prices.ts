import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { isWithin, listPage } from '#api/list-page.ts';
import {
  flag,
  mergeMetadata,
  metadata,
  moments,
  pageParams,
  positiveNumber,
  text,
  wholeNumber,
  word,
} from '#api/params.ts';
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
  ...pageParams,
  active: flag.optional(),
  product: word.optional(),
  currency: word.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
  lookup_keys: z.array(word).max(10).optional(),
  created: moments.optional(),
};

export const priceEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/prices', creation, ({ simulation: { tables, clock, emit }, params }) => {
    const { metadata: given, recurring: rhythm, nickname, lookup_key, ...fields } = params;
    requireRow(tables.products, 'product', params.product, 'product');
    const labels = { nickname: nickname ?? null, lookup_key: lookup_key ?? null, metadata: mergeMetadata({}, given) };
    const price = buildPrice({ ...fields, ...labels, recurring: rhythm ?? null }, clock.now());
    tables.prices.set(price.id, price);
    emit('price.created', price);
    return price;
  }),

  endpoint('get', '/v1/prices', query, ({ simulation: { tables }, params }) => {
    const { active, product, currency, type, lookup_keys: keys, created } = params;
    const found = [...tables.prices.values()].filter(
      (price) =>
        (active === undefined || price.active === active) &&
        (product === undefined || price.product === product) &&
        (currency === undefined || price.currency === currency) &&
        (type === undefined || price.type === type) &&
        (keys === undefined || (price.lookup_key !== null && keys.includes(price.lookup_key))) &&
        isWithin(price.created, created),
    );
    return listPage('/v1/prices', found, params);
  }),

  endpoint('get', '/v1/prices/:id', {}, ({ simulation: { tables }, id }) => requireRow(tables.prices, 'price', id)),

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
