import type { Rule } from './rule.ts';

const sourceLinesMax = 300;
const testLinesMax = 450;

/** A file that needs scrolling for minutes holds more than one idea. */
export const lengthRule: Rule = ({ files }) =>
  files.flatMap(({ path, kind, lineCount }) => {
    const max = kind === 'test' ? testLinesMax : sourceLinesMax;
    if (lineCount <= max) return [];
    return [{ path, says: `has ${lineCount} lines; a ${kind === 'test' ? 'test' : 'source'} file has at most ${max}` }];
  });
