const keyNames = ['id', 'name', 'email'] as const;

/** The ids, names or addresses by which the entries of a list are told apart; null for another list. */
export function keysOf(list: readonly unknown[]): readonly string[] | null {
  for (const name of keyNames) {
    const keys = list.map((entry) => (entry as Record<string, unknown> | null)?.[name]);
    if (keys.every((key) => typeof key === 'string') && new Set(keys).size === keys.length) return keys as string[];
  }
  return null;
}
