/**
 * What a format makes of a row, written in SQL: PostgreSQL hands over whole pages of text, and a million rows cost this
 * process a few hundred strings. The fields are spliced in as they are stored; nobody reads their numbers on the way.
 */
export interface LineFormat {
  /** What stands before the first line. */
  readonly head: string;
  /** An expression over `created_at`, `id`, `origin`, `user_agent`, `is_spam` and the text `data`. */
  readonly line: string;
  /** Makes lines of the file from the rows of a page, as PostgreSQL sends them. */
  readonly toLines: (rows: string) => string;
  /** How many make some 100 kB where submissions are small. */
  readonly rowsOfPiece: number;
}

/** Excel takes a file without this mark for one in the system's old alphabet and garbles every accent. */
export const byteOrderMark = '\ufeff';

/** These end a row and a cell on their way from PostgreSQL: neither JSON nor a header can hold them. */
export const rowEnd = '\x1e';
export const cellEnd = '\x1f';

/**
 * A tab or a line break in JSON can only stand between two words of it, where a space says the same. Looking for them
 * costs some microseconds for a whole page here. In SQL it took one microsecond of the eight that a row takes.
 */
const onOneLine = (rows: string) => rows.replaceAll('\n', ' ').replaceAll('\r', ' ').replaceAll('\t', ' ');

/** A spreadsheet reads what begins with one of these as a formula; a visitor can send any origin. */
const originText = String.raw`case
  when origin is null or origin = '' then 'Unknown'
  when strpos(E'=+-@\t\r\n', left(origin, 1)) > 0 then '''' || origin
  else origin
end`;

/** A text between the quotes of a cell. */
const escaped = (text: string) => `replace(${text}, '"', '""')`;

/**
 * Where a comma is the decimal sign, a spreadsheet splits lines at `;` and takes our quotes for text, so a visitor
 * could begin a cell anywhere. A line therefore holds no `;`, no tab and no line break of its own: in JSON `\u003b`
 * means the same, and an origin is an address. The fields begin with a brace, which no spreadsheet takes for a formula.
 */
const csvLine = `
  left((created_at at time zone 'UTC')::text, 19)
  || ',"' || ${escaped(`replace(${originText}, ';', '%3B')`)}
  || '","' || ${escaped('data')} || '"${rowEnd}'`;

/** A text as JSON. */
export const jsonText = (column: string) => `coalesce(to_json(${column})::text, 'null')`;

/**
 * The files of a row as JSON in one line, with a link to their submission in the inbox: one to the bytes would end in
 * minutes. Null where it has none.
 */
export const exportedFiles = (publicUrl: string) => `(
  select '[' || string_agg(row_to_json(file)::text, ',') || ']' from (
    select files.id, field, name, type, size, state,
      '${publicUrl.replaceAll("'", "''")}/forms/' || form_id || '?submission=' || submission_id as link
    from files where submission_id = newest.id and state <> 'deleting' order by position
  ) as file
)`;

const ndjsonLine = (files: string | null) => `
  '{"id":"' || id
  || '","createdAt":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","origin":' || ${jsonText('origin')}
  || ',"userAgent":' || ${jsonText('user_agent')}
  || ',"isSpam":' || is_spam
  ${files ? `|| ',"files":' || coalesce(${files}, '[]')` : ''}
  || ',"data":' || data || '}${rowEnd}'`;

/** Always these three columns: programs read them by their position, so a form's first file must not add one. */
export const csvFormat: LineFormat = {
  head: `${byteOrderMark}Date,Origin,Data\r\n`,
  line: csvLine,
  toLines: (rows) => onOneLine(rows).replaceAll(';', '\\u003b').replaceAll(rowEnd, '\r\n'),
  rowsOfPiece: 400,
};

/** `files` is the expression for the files of a row; null where the form has none. */
export const ndjsonFormat = (files: string | null): LineFormat => ({
  head: '',
  line: ndjsonLine(files),
  toLines: (rows) => onOneLine(rows).replaceAll(rowEnd, '\n'),
  rowsOfPiece: 250,
});
