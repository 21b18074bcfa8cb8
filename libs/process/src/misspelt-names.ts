/** Shorter names, such as `PORT`, are too similar to the names of other programs. */
const nameMin = 7;
const nameMax = 60;
const editsMax = 2;

/** A sentence for each variable whose name is almost that of an unset setting. */
export function misspeltNames(
  settings: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const missing = settings
    .filter((name) => name.length >= nameMin && !env[name] && !env[`${name}_FILE`])
    .flatMap((name) => [name, `${name}_FILE`]);
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]));
  return Object.keys(env)
    .filter((name) => name.length >= nameMin && name.length <= nameMax && !known.has(name))
    .flatMap((name) => {
      const meant = missing.find((setting) => editsBetween(name, setting) <= editsMax);
      return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
    });
}

/** The number of letters to add, remove or replace to turn one name into the other. */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > editsMax) return editsMax + 1;
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
