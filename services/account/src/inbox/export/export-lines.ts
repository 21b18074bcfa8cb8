/**
 * The conversion of a row to a format, written in SQL: PostgreSQL sends whole pages of text, and a million rows cost
 * this process a few hundred strings. The fields are inserted as stored; their numbers are never parsed.
 */
export interface LineFormat {
  /** The text before the first line. */
  readonly head: string;
  /**
   * An expression over `created_at`, `id`, `origin`, `user_agent`, `is_spam`, `rule_errors`, `rules_version`,
   * `confirmation`, `confirmed_at` and the text `data`.
   */
  readonly line: string;
  /** Converts the rows of a page, as PostgreSQL sends them, to lines of the file. */
  readonly toLines: (rows: string) => string;
  /** The number of rows for some 100 kB if submissions are small. */
  readonly rowsOfPiece: number;
}

/** Without this mark Excel assumes a legacy encoding and garbles every accent. */
export const byteOrderMark = '\ufeff';

/** Separators of rows and cells from PostgreSQL: neither JSON nor a header can contain them. */
export const rowEnd = '\x1e';
export const cellEnd = '\x1f';

/**
 * In JSON, a tab or a line break can only be between two tokens, where a space means the same. Replacing them here
 * costs some microseconds for a whole page. In SQL it took one microsecond of the eight that a row takes.
 */
const onOneLine = (rows: string) => rows.replaceAll('\n', ' ').replaceAll('\r', ' ').replaceAll('\t', ' ');

/** Spreadsheets read text that starts with one of these as a formula; a visitor can send any origin. */
const originText = String.raw`case
  when origin is null or origin = '' then 'Unknown'
  when strpos(E'=+-@\t\r\n', left(origin, 1)) > 0 then '''' || origin
  else origin
end`;

/** A text between the quotes of a cell. */
const escaped = (text: string) => `replace(${text}, '"', '""')`;

/**
 * If a comma is the decimal separator, a spreadsheet splits lines at `;` and treats our quotes as text, so a visitor
 * could start a cell anywhere. A line therefore contains no `;`, tab or line break: in JSON `\u003b` means the same,
 * and an origin is an address. The fields start with a brace, which no spreadsheet treats as a formula.
 */
const csvLine = `
  left((created_at at time zone 'UTC')::text, 19)
  || ',"' || ${escaped(`replace(${originText}, ';', '%3B')`)}
  || '","' || ${escaped('data')} || '"${rowEnd}'`;

/** A text as JSON. */
export const jsonText = (column: string) => `coalesce(to_json(${column})::text, 'null')`;

/**
 * The files of a row as JSON on one line, with a link to their submission in the inbox, because a link to the bytes
 * would expire in minutes. Null if it has none.
 */
export const exportedFiles = (publicUrl: string) => `(
  select '[' || string_agg(row_to_json(file)::text, ',') || ']' from (
    select files.id, field, name, type, size, state,
      '${publicUrl.replaceAll("'", "''")}/forms/' || form_id || '?submission=' || submission_id as link
    from files where submission_id = newest.id and state <> 'deleting' order by position
  ) as file
)`;

/** A time as JSON has it, without quotes. */
export const timeText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ndjsonLine = (files: string | null) => `
  '{"id":"' || id
  || '","createdAt":"' || ${timeText('created_at')}
  || '","origin":' || ${jsonText('origin')}
  || ',"userAgent":' || ${jsonText('user_agent')}
  || ',"isSpam":' || is_spam
  || coalesce(',"ruleErrors":' || coalesce(rule_errors::text, 'null') || ',"rulesVersion":' || rules_version, '')
  || coalesce(',"confirmation":"' || confirmation || '","confirmedAt":'
    || coalesce('"' || ${timeText('confirmed_at')} || '"', 'null'), '')
  ${files ? `|| ',"files":' || coalesce(${files}, '[]')` : ''}
  || ',"data":' || data || '}${rowEnd}'`;

/** There are always these three columns: programs read them by position, so a form's first file must not add one. */
export const csvFormat: LineFormat = {
  head: `${byteOrderMark}Date,Origin,Data\r\n`,
  line: csvLine,
  toLines: (rows) => onOneLine(rows).replaceAll(';', '\\u003b').replaceAll(rowEnd, '\r\n'),
  rowsOfPiece: 400,
};

/** `files` is the expression for the files of a row; null if the form has none. */
export const ndjsonFormat = (files: string | null): LineFormat => ({
  head: '',
  line: ndjsonLine(files),
  toLines: (rows) => onOneLine(rows).replaceAll(rowEnd, '\n'),
  rowsOfPiece: 250,
});
