/**
 * What a format makes of a row, written in SQL: PostgreSQL hands over whole pages of text, and a million rows cost this
 * process a few hundred strings. The fields are spliced in as they are stored; nobody reads their numbers on the way.
 */
export interface LineFormat {
  readonly contentType: string;
  /** What stands before the first line. */
  readonly head: string;
  /** An expression over `created_at`, `id`, `origin`, `user_agent`, `is_spam` and the text `data`. */
  readonly line: string;
}

/** Excel takes a file without this mark for one in the system's old alphabet and garbles every accent. */
export const byteOrderMark = '\ufeff';

/** A tab or a line break in JSON can only stand between two words of it, where a space says the same. */
export const oneLineData = String.raw`case
  when strpos(data, E'\n') + strpos(data, E'\r') + strpos(data, E'\t') > 0 then translate(data, E'\n\r\t', '   ')
  else data
end`;

/** A spreadsheet reads what begins with one of these as a formula; a visitor can send any origin. */
const originCell = String.raw`case
  when origin is null or origin = '' then 'Unknown'
  when strpos(E'=+-@\t\r\n', left(origin, 1)) > 0 then '''' || translate(origin, E'\n\r\t', '   ')
  else translate(origin, E'\n\r\t', '   ')
end`;

/**
 * Where a comma is the decimal sign, a spreadsheet splits lines at `;` and takes our quotes for text, so a visitor could
 * begin a cell anywhere. A line therefore holds no `;`, no tab and no line break of its own: in JSON `\u003b` means the
 * same, and an origin is an address. The fields begin with a brace, which no spreadsheet takes for a formula.
 */
const csvLine = String.raw`
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
  || ',"' || replace(replace(${originCell}, '"', '""'), ';', '%3B')
  || '","' || replace(replace(${oneLineData}, '"', '""'), ';', '\u003b') || E'"\r\n'`;

/**
 * A text as JSON. Most have nothing to escape, and to look for that costs a third of escaping. A header holds no other
 * control character than a tab.
 */
export const jsonText = (column: string) => String.raw`case
  when ${column} is null then 'null'
  when strpos(${column}, '"') + strpos(${column}, '\') + strpos(${column}, E'\t') = 0 then '"' || ${column} || '"'
  else to_json(${column})::text
end`;

const ndjsonLine = String.raw`
  '{"id":"' || id
  || '","createdAt":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","origin":' || ${jsonText('origin')}
  || ',"userAgent":' || ${jsonText('user_agent')}
  || ',"isSpam":' || is_spam
  || ',"data":' || ${oneLineData} || E'}\n'`;

export const lineFormats: Readonly<Record<'csv' | 'ndjson', LineFormat>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    head: `${byteOrderMark}Date,Origin,Data\r\n`,
    line: csvLine,
  },
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', head: '', line: ndjsonLine },
};
