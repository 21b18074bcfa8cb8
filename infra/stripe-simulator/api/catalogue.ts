import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { flag, mergeMetadata, metadata, word } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { requireRow } from '#billing/require-row.ts';

const productChange = { name: word.optional(), metadata: metadata.optional() };

/** The products and prices of the seed, which can be changed. */
export const catalogueEndpoints: readonly Endpoint[] = [
  ...readEndpoints('/v1/products', 'products', 'product'),

  endpoint('post', '/v1/products/:id', productChange, ({ simulation: { tables, clock, emit }, id, params }) => {
    const product = requireRow(tables.products, 'product', id);
    const changed = {
      ...product,
      name: params.name ?? product.name,
      metadata: mergeMetadata(product.metadata, params.metadata),
      updated: clock.now(),
    };
    tables.products.set(id, changed);
    emit('product.updated', changed);
    return changed;
  }),

  ...readEndpoints('/v1/prices', 'prices', 'price'),

  endpoint('post', '/v1/prices/:id', { active: flag }, ({ simulation: { tables, emit }, id, params }) => {
    const changed = { ...requireRow(tables.prices, 'price', id), active: params.active };
    tables.prices.set(id, changed);
    emit('price.updated', changed);
    return changed;
  }),
];
