export interface Statement {
  /** In lower case and on one line, without comments; what stands in quotes for values is left out. */
  readonly sql: string;
  readonly line: number;
  /** The last comment right above it. */
  readonly comment: string;
}

/** The statements of a migration. Like the engine that runs it, this cuts at every semicolon, a quoted one included. */
export function statementsOf(text: string): Statement[] {
  const statements: Statement[] = [];
  let sql = '';
  let begin = 0;
  let comment = '';
  const lines = text.replaceAll(/\/\*.*?\*\//gs, (block) => block.replaceAll(/[^\n]/g, ' ')).split('\n');
  for (const [index, line] of lines.entries()) {
    const [code = '', ...rest] = line.split('--');
    if (sql === '' && code.trim() === '' && rest.length > 0) comment = rest.join('--');
    for (const [part, piece] of code.split(';').entries()) {
      if (part > 0) {
        if (sql !== '') statements.push({ sql: normal(sql), line: begin, comment });
        sql = '';
        comment = '';
      }
      if (piece.trim() === '') continue;
      if (sql === '') begin = index + 1;
      sql += ` ${piece}`;
    }
  }
  if (sql !== '') statements.push({ sql: normal(sql), line: begin, comment });
  return statements;
}

function normal(sql: string): string {
  return sql
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
