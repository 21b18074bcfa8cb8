/** A statement with names in place of numbers, and what turns values with these names into a query. */
export type NamedSql<Name extends string> = (values: Readonly<Record<Name, unknown>>) => {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
};

/** PostgreSQL numbers the values of a statement; `$name` stands for one here, as often as it is needed. */
export function namedSql<Name extends string>(name: string, text: string): NamedSql<Name> {
  const names: string[] = [];
  const numbered = text.replaceAll(/\$([a-z]\w*)/gi, (_, found: string) => {
    if (!names.includes(found)) names.push(found);
    return `$${names.indexOf(found) + 1}`;
  });
  return (values) => ({ name, text: numbered, values: names.map((key) => values[key as Name]) });
}
