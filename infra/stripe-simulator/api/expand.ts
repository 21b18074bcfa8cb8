import { checkoutLineItems } from '#api/line-items.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import type { Simulation } from '#simulation.ts';
import type { Tables } from '#state/tables.ts';

type Row = Record<string, unknown>;

const depthMax = 4;

/** Which table an id leads to. */
const tableOfPrefix: Readonly<Record<string, keyof Tables>> = {
  cus: 'customers',
  prod: 'products',
  price: 'prices',
  sub: 'subscriptions',
  in: 'invoices',
  ch: 'charges',
  re: 'refunds',
};

/** Replaces ids with their objects, along paths such as `data.price.product`. */
export function expandAnswer(simulation: Simulation, answer: object, paths: readonly string[]): object {
  // A copy: the tables keep the ids.
  const copy = JSON.parse(JSON.stringify(answer));
  for (const path of paths) {
    const keys = path.split('.');
    if (keys.length > depthMax) throw invalidRequest(`You cannot expand more than ${depthMax} levels of a property`);
    expandAlong(simulation, copy, keys, path);
  }
  return copy;
}

function expandAlong(simulation: Simulation, row: Row, [key = '', ...rest]: string[], path: string): void {
  const value = Object.hasOwn(row, key) ? row[key] : included(simulation, row, key);
  if (value === undefined) throw notExpandable(row, path);
  const expanded = typeof value === 'string' ? lookUp(simulation, value) : value;
  if (expanded === undefined) throw notExpandable(row, path);
  row[key] = expanded;
  const next = Array.isArray(expanded) ? expanded : [expanded];
  if (rest.length > 0) for (const each of next) if (isRow(each)) expandAlong(simulation, each, rest, path);
}

function lookUp({ tables }: Simulation, id: string): Row | undefined {
  const table = tableOfPrefix[id.slice(0, id.indexOf('_'))];
  const row = table && tables[table].get(id);
  return row && JSON.parse(JSON.stringify(row));
}

/** Some lists are left out of an object unless they are asked for. */
function included(simulation: Simulation, row: Row, key: string): unknown {
  const id = String(row.id);
  const list = (data: unknown[], url: string) =>
    JSON.parse(JSON.stringify({ object: 'list', data, has_more: false, url }));
  if (row.object === 'checkout.session' && key === 'line_items') {
    return list(checkoutLineItems(simulation, id), `/v1/checkout/sessions/${id}/line_items`);
  }
  if (row.object === 'invoice' && key === 'payments') {
    const payments = [...simulation.tables.invoicePayments.values()].filter(({ invoice }) => invoice === id);
    return list(payments, '/v1/invoice_payments');
  }
  if (row.object === 'customer' && key === 'subscriptions') {
    const running = [...simulation.tables.subscriptions.values()].filter(({ status }) => status !== 'canceled');
    const own = running.filter(({ customer }) => customer === id);
    return list(own, `/v1/customers/${id}/subscriptions`);
  }
  return undefined;
}

function notExpandable(row: Row, path: string) {
  const hint = row.object === 'list' ? ` You may want to try expanding 'data.${path}' instead.` : '';
  return invalidRequest(`This property cannot be expanded (${path}).${hint}`, { param: 'expand' });
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}
