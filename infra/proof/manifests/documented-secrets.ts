/** The secrets that an operator creates, from the documentation's table: `| \`name\` | \`KEY\`, \`KEY\` | ... |`. */
export function readDocumentedSecrets(document: string): ReadonlySet<string> {
  const rows = [...document.matchAll(/^\| `([a-z-]+)` \| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)];
  return new Set(
    rows.flatMap(([, name, keys = '']) => [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => `${name}/${key}`)),
  );
}
