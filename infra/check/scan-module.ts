import { type Comment, type Token, tokenise } from './tokens.ts';

export interface Import {
  readonly specifier: string;
  readonly line: number;
}

/** `again` is an export of what another file made: `export … from`, or an imported name exported under any name. */
export interface Export {
  readonly kind: 'own' | 'again' | 'default';
  readonly line: number;
}

export interface ScannedModule {
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

/** Reads what a module imports (types and `import('…')` too) and exports. */
export function scanModule(text: string, options: { readonly jsx: boolean }): ScannedModule {
  const { tokens, comments } = tokenise(text, options);
  const imports: Import[] = [];
  const importedNames = new Set<string>();
  const exports: Export[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'name' || isProperty(tokens, index)) continue;
    if (token.text === 'import') {
      const found = readImport(tokens, index);
      if (found === null) continue;
      imports.push(found);
      for (const local of found.locals) importedNames.add(local);
    } else if (token.text === 'export') {
      const found = readExport(tokens, index, importedNames);
      exports.push(...found.exports);
      if (found.source !== null) imports.push(found.source);
    }
  }
  return { imports: imports.map(({ specifier, line }) => ({ specifier, line })), exports, tokens, comments };
}

function isProperty(tokens: readonly Token[], index: number): boolean {
  return isMark(tokens[index - 1], '.') || isMark(tokens[index - 1], '?.') || isMark(tokens[index + 1], ':');
}

function readImport(tokens: readonly Token[], index: number): (Import & { locals: string[] }) | null {
  const next = tokens[index + 1];
  if (isMark(next, '(')) return importOf(tokens[index + 2], []);
  if (isMark(next, '.')) return readMetaResolve(tokens, index + 2);
  if (next?.kind === 'string') return importOf(next, []);
  const clause = readClause(tokens, index + 1);
  return tokens[clause.end]?.text === 'from' ? importOf(tokens[clause.end + 1], clause.locals) : null;
}

/** `import.meta.resolve('…')` needs the package as much as an import does. */
function readMetaResolve(tokens: readonly Token[], index: number): (Import & { locals: string[] }) | null {
  const words = tokens.slice(index, index + 4).map(({ text }) => text);
  return words.join(' ') === 'meta . resolve (' ? importOf(tokens[index + 4], []) : null;
}

function importOf(token: Token | undefined, locals: string[]): (Import & { locals: string[] }) | null {
  return token?.kind === 'string' ? { specifier: token.text, line: token.line, locals } : null;
}

/** Walks over `type A, { b as c }` or `* as d` up to `from`, and collects the names that the file then knows. */
function readClause(tokens: readonly Token[], start: number): { end: number; locals: string[] } {
  const locals: string[] = [];
  let end = start;
  for (let token = tokens[end]; token !== undefined; end += 1, token = tokens[end]) {
    if (token.kind === 'name') {
      const isEnd = token.text === 'from' && tokens[end + 1]?.kind === 'string';
      if (isEnd) break;
      const after = tokens[end + 1];
      if (isMark(after, ',') || isMark(after, '}') || after?.text === 'from') locals.push(token.text);
    } else if (token.kind === 'literal' || !['{', '}', ',', '*', ''].includes(markOf(token))) {
      break;
    }
  }
  return { end, locals };
}

function readExport(
  tokens: readonly Token[],
  index: number,
  importedNames: ReadonlySet<string>,
): { exports: Export[]; source: Import | null } {
  const line = tokens[index]?.line ?? 1;
  const start = tokens[index + 1]?.text === 'type' && isListStart(tokens[index + 2]) ? index + 2 : index + 1;
  const first = tokens[start];
  if (first?.kind === 'name' && first.text === 'default') return { exports: [{ kind: 'default', line }], source: null };
  if (isMark(first, '*')) return { exports: [{ kind: 'again', line }], source: readSource(tokens, start, line) };
  if (!isMark(first, '{')) return { exports: [{ kind: 'own', line }], source: null };
  const end = indexOfMark(tokens, '}', start);
  const source = tokens[end + 1]?.text === 'from' ? importOf(tokens[end + 2], []) : null;
  const exports = readList(tokens.slice(start + 1, end)).map(({ name, alias }): Export => {
    if (alias === 'default') return { kind: 'default', line };
    return { kind: source !== null || importedNames.has(name) ? 'again' : 'own', line };
  });
  return { exports, source };
}

/** The source of `export * from '…'` and `export * as name from '…'`. */
function readSource(tokens: readonly Token[], star: number, line: number): Import | null {
  const source = tokens.slice(star, star + 5).find(({ kind }) => kind === 'string');
  return source === undefined ? null : { specifier: source.text, line };
}

/** Of `a, type b, c as d` the names a, b and c, and what they are called outside: a, b and d. */
function readList(list: readonly Token[]): { name: string; alias: string }[] {
  const items: string[][] = [[]];
  for (const token of list) {
    if (isMark(token, ',')) items.push([]);
    else items.at(-1)?.push(token.text);
  }
  return items
    .map((item) => (item[0] === 'type' && item.length > 1 && item[1] !== 'as' ? item.slice(1) : item))
    .filter((item) => item.length > 0)
    .map((item) => ({ name: item[0] ?? '', alias: item.at(-1) ?? '' }));
}

function indexOfMark(tokens: readonly Token[], mark: string, start: number): number {
  const length = tokens.slice(start).findIndex((token) => isMark(token, mark));
  return length === -1 ? tokens.length : start + length;
}

function isListStart(token: Token | undefined): boolean {
  return isMark(token, '{') || isMark(token, '*');
}

function isMark(token: Token | undefined, mark: string): boolean {
  return token?.kind === 'punctuation' && token.text === mark;
}

function markOf(token: Token): string {
  return token.kind === 'punctuation' ? token.text : '';
}
