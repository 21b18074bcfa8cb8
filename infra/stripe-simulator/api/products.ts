import * as z from 'zod';
import { type Endpoint, endpoint } from '#api/endpoint.ts';
import { flag, mergeMetadata, metadata, moments, text, word } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { buildProduct } from '#objects/build-product.ts';

const idsMax = 100;
const creation = {
  name: word,
  id: word.optional(),
  active: flag.default(true),
  description: text.optional(),
  metadata: metadata.optional(),
};
const change = {
  name: word.optional(),
  active: flag.optional(),
  description: text.optional(),
  default_price: word.optional(),
  metadata: metadata.optional(),
};
const query = {
  active: flag.optional(),
  ids: z.array(word).max(idsMax).optional(),
  created: moments.optional(),
};

export const productEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/products', creation, ({ simulation: { tables, clock, emit }, params }) => {
    const { name, id, active, description, metadata: given } = params;
    if (id !== undefined && tables.products.has(id)) {
      throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' });
    }
    const fields = { name, active, description: description ?? null, metadata: mergeMetadata({}, given) };
    const product = buildProduct({ ...fields, ...(id !== undefined && { id }) }, clock.now());
    tables.products.set(product.id, product);
    emit('product.created', product);
    return product;
  }),

  ...readEndpoints('/v1/products', 'products', 'product', query, { ids: ({ id }, asked) => asked.includes(id) }),

  endpoint('post', '/v1/products/:id', change, ({ simulation: { tables, clock, emit }, id, params }) => {
    const product = requireRow(tables.products, 'product', id);
    if (params.default_price !== undefined) requireRow(tables.prices, 'price', params.default_price, 'default_price');
    const changed = {
      ...product,
      name: params.name ?? product.name,
      active: params.active ?? product.active,
      description: params.description === undefined ? product.description : params.description || null,
      default_price: params.default_price ?? product.default_price ?? null,
      metadata: mergeMetadata(product.metadata, params.metadata),
      updated: clock.now(),
    };
    tables.products.set(id, changed);
    emit('product.updated', changed);
    return changed;
  }),
];
