/** A statement with named values: given the values, it returns a query. */
export type NamedSql<Name extends string> = (values: Readonly<Record<Name, unknown>>) => {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
};

/** PostgreSQL numbers the values of a statement. Here `$name` stands for a value and may repeat. */
export function namedSql<Name extends string>(name: string, text: string): NamedSql<Name> {
  const names: string[] = [];
  const numbered = text.replaceAll(/\$([a-z]\w*)/gi, (_, found: string) => {
    if (!names.includes(found)) names.push(found);
    return `$${names.indexOf(found) + 1}`;
  });
  return (values) => ({ name, text: numbered, values: names.map((key) => values[key as Name]) });
}
