/** The secrets that an operator makes, from the table of the documentation: `| \`name\` | \`KEY\`, \`KEY\` | ... |`. */
export function readDocumentedSecrets(document: string): ReadonlySet<string> {
  const rows = [...document.matchAll(/^\| `([a-z-]+)` \| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)];
  return new Set(
    rows.flatMap(([, name, keys = '']) => [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => `${name}/${key}`)),
  );
}
