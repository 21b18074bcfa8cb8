const migrationPath = /^libs\/db\/prisma\/migrations\/([^/]+)\/migration\.sql$/;
/** Migrations before the first release could not break a running one. */
const lastBeforeRelease = '0005_billing';
/** The minimum length of a reason, in characters. */
const reasonMin = 20;
// safe because: it reads the comments of our own migrations
const reasonMark = /^\s*safe because:\s*(.*)$/i;

const table = String.raw`(?:if exists |only )*(?:"?public"?\.)?"?(\w+)"?`;
const alter = `^alter table ${table} (?:.*, )?`;
const removesWhatRuns = 'takes away what the release before still uses';

/** A pattern's first group is the table, if any; a table that the same migration creates blocks no one. */
// safe because: they read our own migrations, one statement at a time
const dangers = [
  { pattern: new RegExp(`^drop table ${table}`), says: removesWhatRuns },
  { pattern: new RegExp(`${alter}drop (?:column )?(?!constraint|not null|default)`), says: removesWhatRuns },
  { pattern: new RegExp(`${alter}rename `), says: `${removesWhatRuns}, by another name` },
  { pattern: /^drop (?:type|schema|function|view) /, says: removesWhatRuns },
  { pattern: /^truncate /, says: 'empties a table' },
  {
    pattern: new RegExp(`${alter}add (?:column )?(?:if not exists )?"?\\w+"? (?!.*\\bdefault\\b)[^,]*\\bnot null\\b`),
    says: 'adds a column that the release before leaves empty, which NOT NULL without a default refuses',
  },
  {
    pattern: new RegExp(
      `${alter}add (?:column )?(?:if not exists )?"?\\w+"? [^,]*(?:serial\\b|generated |default (?!current_timestamp)"?\\w+"?\\()`,
    ),
    says: 'adds a column that makes PostgreSQL write the whole table anew',
  },
  {
    pattern: new RegExp(`${alter}alter (?:column )?"?\\w+"? set not null`),
    says: 'forbids what the release before may still write, and reads the whole table under a lock',
  },
  {
    pattern: new RegExp(`${alter}alter (?:column )?"?\\w+"? (?:set data )?type `),
    says: 'changes a type: the table is locked and written anew, and the release before expects the old one',
  },
  {
    pattern: new RegExp(`${alter}add (?:constraint "?\\w+"? )?(?:foreign key|check)\\b(?!.*\\bnot valid\\b)`),
    says: 'checks all rows under a lock; add the constraint NOT VALID and validate it in a statement of its own',
  },
  {
    pattern: new RegExp(
      `${alter}add (?:constraint "?\\w+"? )?(?:unique|primary key|exclude)\\b(?!.*\\busing index\\b)`,
    ),
    says: 'builds an index under a lock; build it CONCURRENTLY and add the constraint USING INDEX',
  },
  {
    pattern: new RegExp(`^create (?:unique )?index (?!concurrently)(?:if not exists )?"?\\w*"? ?on ${table}`),
    says: 'stops all writing to the table while it builds; use CREATE INDEX CONCURRENTLY',
  },
  { pattern: /^drop index (?!concurrently)/, says: 'locks the table for all; use DROP INDEX CONCURRENTLY' },
  {
    pattern:
      /^(?!create (?:unique )?index concurrently "?\w+"? on |drop index concurrently if exists ).*\bconcurrently\b/,
    says: 'cannot be repeated after a kill; write CREATE INDEX CONCURRENTLY with a name, or DROP INDEX CONCURRENTLY IF EXISTS',
  },
  { pattern: /^(?:vacuum full|cluster|lock table|reindex (?!.*\bconcurrently\b))/, says: 'locks the table for all' },
  {
    pattern: new RegExp(`^(?:update|delete from) ${table}(?!.*\\blimit\\b)`),
    says: 'changes every row in one transaction; let the worker do it bit by bit',
  },
];

/**
 * The faults of a migration, each with its location and a sentence. The previous release runs during the migration and
 * for a while after it: a statement that would break it or block its writes is refused, unless a comment `safe because:
 * ...` directly above the statement gives a reason.
 */
export function judgeMigration(path: string, text: string) {
  const name = migrationPath.exec(path)?.[1];
  return name === undefined || name <= lastBeforeRelease ? [] : judge(path, statementsOf(text));
}

function judge(path: string, statements: readonly Statement[]) {
  const isNew = newTables(statements);
  return statements.flatMap(({ sql, line, comment }) => {
    const reason = reasonMark.exec(comment)?.[1]?.trim();
    if (reason !== undefined) {
      return reason.length < reasonMin ? [{ path, line, says: 'claims to be safe without a reason' }] : [];
    }
    const danger = dangers.find(({ pattern }) => {
      const found = pattern.exec(sql);
      return found !== null && !(found[1] !== undefined && isNew.has(found[1]));
    });
    return danger ? [{ path, line, says: danger.says }] : [];
  });
}

function newTables(statements: readonly Statement[]): ReadonlySet<string> {
  const pattern = new RegExp(`^create (?:unlogged )?table (?:if not exists )?${table}`);
  return new Set(statements.flatMap(({ sql }) => pattern.exec(sql)?.[1] ?? []));
}

interface Statement {
  /** In lower case and on one line, without comments and quoted values. */
  readonly sql: string;
  readonly line: number;
  /** The last comment directly above it. */
  readonly comment: string;
}

/** The statements of a migration. Like the engine that runs it, this splits at every semicolon, even a quoted one. */
// safe because: it reads our own migrations
function statementsOf(text: string): Statement[] {
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
