const escaped = /\\(?:u(?!00[01])([0-9a-fA-F]{4})|(\/)|[^u])/g;

/**
 * Replaces escapes such as `\u00ed` and `\/` in JSON with their characters; control characters stay escaped. The SQL
 * function `inlet_unescape` does the same.
 */
export function unescapeJson(json: string): string {
  if (!json.includes('\\u') && !json.includes('\\/')) return json;
  const text = json.replace(escaped, (all, code: string | undefined, slash: string | undefined) =>
    code === undefined ? (slash ?? all) : String.fromCharCode(Number.parseInt(code, 16)),
  );
  return text.isWellFormed() ? text : json;
}
