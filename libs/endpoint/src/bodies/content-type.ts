/** A parsed `Content-Type` header: the type in lower case, and its parameters. */
export interface ContentType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

// A backslash escapes a quote unless it ends a parameter: browsers do not escape a name such as `C:\`.
const parameterPattern = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\(?!"\s*(?:;|$))"?)*\\?)"|([^;\s"]*))/g;
const noParameters: ReadonlyMap<string, string> = new Map();
/** The most frequent value. */
const plainJson: ContentType = { type: 'application/json', parameters: noParameters };

/** Also parses `Content-Disposition`, which has the same format. */
export function parseContentType(header: string): ContentType {
  if (header === 'application/json') return plainJson;
  const semicolon = header.indexOf(';');
  if (semicolon === -1) return { type: header.trim().toLowerCase(), parameters: noParameters };
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare] of header.slice(semicolon).matchAll(parameterPattern)) {
    // The first one counts. Only quotes are escaped, so a backslash in a name stays a backslash.
    if (!parameters.has(name.toLowerCase()))
      parameters.set(name.toLowerCase(), quoted?.replaceAll('\\"', '"') ?? bare ?? '');
  }
  return { type: header.slice(0, semicolon).trim().toLowerCase(), parameters };
}
