import type { Rule } from './rule.ts';

const marker = /\b(?:TODO|FIXME)\b/;

/** What is missing is written down where work is planned; code that is in the house is finished. */
export const unfinishedRule: Rule = ({ files }) =>
  files.flatMap(({ path, comments }) =>
    comments.flatMap(({ text, line }) => {
      const found = marker.exec(text);
      if (found === null) return [];
      const linesBefore = text.slice(0, found.index).split('\n').length - 1;
      return [{ path, line: line + linesBefore, says: `has a ${found[0]} left in it` }];
    }),
  );
