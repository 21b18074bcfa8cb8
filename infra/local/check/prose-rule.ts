/** Openings that leave out the subject, with how to begin instead. */
const openings = new Map([
  ['Of', 'name the subject first'],
  ['Who', 'name the person: the visitor, the owner, the operator'],
  ['Whose', 'say "the … of"'],
  ['Those', 'repeat the noun'],
  ['One that', 'repeat the noun'],
  ['So many', 'give the number, or say "at most"'],
]);
const opening = /^(Of|Who|Whose|Those|One that|So many)\b/;

/** Words that have a better technical term, in identifiers outside of the web app, whose icons have their own names. */
const words = new Map([
  ['bell', 'queue or signal'],
  ['patience', 'timeout'],
  ['whoever', 'the name of the role'],
]);
const identifier = /[A-Za-z_$][\w$]*/g;
/** The parts of an identifier: `openBell` has `open` and `bell`. */
const part = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;

/** A comment that begins on this line, and not on the one above. */
const commentStart = /^\s*(?:\/\/|\/\*\*?)\s+(\S.*)$/;
const lineComment = /^\s*\/\//;
const isComment = /^\s*(?:\/\/|\/?\*)/;
const blockStart = /^\s*\/\*\*?\s*$/;
const blockLine = /^\s*\*\s+(\S.*)$/;

/** The faults of a file's comments and names, each with its line and a better word. */
export function judgeProse(path: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const above = lines[index - 1] ?? '';
    return [...judgeOpening(line, above), ...(path.startsWith('web/') ? [] : judgeWords(line))].map(
      (says) => `${path}:${index + 1} ${says}`,
    );
  });
}

function judgeOpening(line: string, above: string): string[] {
  if (lineComment.test(line) && lineComment.test(above)) return [];
  const [, first = ''] = (blockStart.test(above) ? blockLine : commentStart).exec(line) ?? [];
  const [, found] = opening.exec(first) ?? [];
  return found === undefined ? [] : [`begins a comment with "${found}": ${openings.get(found)}`];
}

function judgeWords(line: string): string[] {
  const code = isComment.test(line) ? '' : line.replace(/'[^']*'|"[^"]*"/g, '');
  return (code.match(identifier) ?? []).flatMap((name) =>
    (name.match(part) ?? []).flatMap((one) => {
      const better = words.get(one.toLowerCase());
      return better === undefined ? [] : [`names something ${name}: use ${better}`];
    }),
  );
}
