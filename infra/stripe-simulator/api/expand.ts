import { invalidRequest } from '#billing/stripe-failure.ts';
import type { Simulation } from '#simulation.ts';
import type { Tables } from '#state/tables.ts';

type Row = Record<string, unknown>;

/** The table that an id refers to. */
const tableOfPrefix: Readonly<Record<string, keyof Tables>> = {
  cus: 'customers',
  prod: 'products',
  price: 'prices',
  sub: 'subscriptions',
  in: 'invoices',
};

/** Replaces ids with their objects, along paths such as `data.latest_invoice`. */
export function expandAnswer(simulation: Simulation, answer: object, paths: readonly string[]): object {
  // The tables keep the ids.
  const copy = copyOf(answer);
  for (const path of paths) expandAlong(simulation, copy, path.split('.'), path);
  return copy;
}

function expandAlong(simulation: Simulation, row: Row, [key = '', ...rest]: string[], path: string): void {
  const value = row[key];
  const expanded = typeof value === 'string' ? lookUp(simulation, value) : value;
  if (expanded === undefined) throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
  row[key] = expanded;
  if (rest.length === 0) return;
  for (const each of [expanded].flat()) if (each !== null) expandAlong(simulation, each as Row, rest, path);
}

function lookUp({ tables }: Simulation, id: string): Row | undefined {
  const table = tableOfPrefix[id.split('_')[0] ?? ''];
  const row = table && tables[table].get(id);
  return row && copyOf(row);
}

function copyOf(row: object): Row {
  return JSON.parse(JSON.stringify(row));
}
