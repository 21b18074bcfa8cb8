import { findPatterns } from '#check/find-patterns.ts';
import { findSlowText } from '#check/pattern-rule.ts';

/** The minimum length of a reason, in characters. */
const reasonMin = 20;

/**
 * The patterns of files whose time may grow faster than a text, each with its location and its fault. A comment `safe
 * because: …` directly above a pattern says why it gets no long text, and is trusted.
 */
export function judgePatterns(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  const judged = new Map<string, string | null>();
  const faultOf = (source: string | null, flags: string) => {
    if (source === null) return 'makes a pattern that is not known here; say above it why it is not slow';
    const known = judged.get(`/${source}/${flags}`);
    if (known !== undefined) return known;
    const slow = findSlowText(source, flags);
    const fault = slow && `has a pattern whose time grows faster than a text: ${slow}`;
    judged.set(`/${source}/${flags}`, fault);
    return fault;
  };
  return files.flatMap(({ path, text }) =>
    findPatterns(path, text).flatMap(({ line, source, flags, reason }) => {
      if (reason !== undefined) return reason.length < reasonMin ? [`${path}:${line} is safe without a reason`] : [];
      const fault = faultOf(source, flags);
      return fault === null ? [] : [`${path}:${line} ${fault}`];
    }),
  );
}
