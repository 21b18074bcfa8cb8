/** The cells of a file as a spreadsheet finds them: quotes count only where they begin a cell. */
export function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < file.length; index += 1) {
    const letter = file[index] ?? '';
    if (isQuoted && letter === '"' && file[index + 1] === '"') {
      cell += '"';
      index += 1;
    } else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && (letter === separator || letter === '\r' || letter === '\n')) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}

/** The rows of a sheet: texts, and numbers as numbers. */
export function rowsOf(sheet = ''): (string | number)[][] {
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c(?: [^>]*)?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell]) => {
      const number = /^<v>(.*)<\/v>$/.exec(cell ?? '')?.[1];
      return number === undefined ? unescaped(/<t[^>]*>(.*)<\/t>/s.exec(cell ?? '')?.[1] ?? '') : Number(number);
    }),
  );
}
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
