import { isDeepStrictEqual } from 'node:util';
import { keysOf } from '#yaml/list-keys.ts';

/** A setting that differs. An undefined value is one that is not there. */
export interface Change {
  /** Such as `rules.fields[email].required`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What differs between two values, down to the smallest parts. */
export function differences(before: unknown, after: unknown, path = ''): Change[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(after), ...Object.keys(before)]);
    return [...names].flatMap((name) => differences(before[name], after[name], path === '' ? name : `${path}.${name}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) return listDifferences(before, after, path);
  return [{ path, before, after }];
}

function listDifferences(before: readonly unknown[], after: readonly unknown[], path: string): Change[] {
  const [oldKeys, newKeys] = [keysOf(before), keysOf(after)];
  if (oldKeys && newKeys) return keyedDifferences({ before, oldKeys, after, newKeys, path });
  const isText = [...before, ...after].every((entry) => typeof entry === 'string');
  const [gone, come] = [without(before, after), without(after, before)];
  if (!isText || gone.length + come.length === 0) return [{ path, before, after }];
  return [
    ...gone.map((entry) => ({ path: `${path}[]`, before: entry, after: undefined })),
    ...come.map((entry) => ({ path: `${path}[]`, before: undefined, after: entry })),
  ];
}

interface KeyedLists {
  readonly before: readonly unknown[];
  readonly oldKeys: readonly string[];
  readonly after: readonly unknown[];
  readonly newKeys: readonly string[];
  readonly path: string;
}

function keyedDifferences({ before, oldKeys, after, newKeys, path }: KeyedLists): Change[] {
  const all = [...new Set([...newKeys, ...oldKeys])];
  const entries = all.flatMap((key) =>
    differences(before[oldKeys.indexOf(key)], after[newKeys.indexOf(key)], `${path}[${key}]`),
  );
  const [stay, order] = [
    oldKeys.filter((key) => newKeys.includes(key)),
    newKeys.filter((key) => oldKeys.includes(key)),
  ];
  const isMoved = !isDeepStrictEqual(stay, order);
  return isMoved ? [...entries, { path: `${path} (order)`, before: stay, after: order }] : entries;
}

function without(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  return list.filter((entry) => !others.includes(entry));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
