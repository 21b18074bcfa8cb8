/** A section of the documentation that a search can lead to. */
export interface DocsSection {
  readonly path: string;
  readonly page: string;
  /** Empty for the text before a page's first heading. */
  readonly heading: string;
  readonly text: string;
}

const resultsMax = 8;
/** A match in a title counts more than a match in a heading, which counts more than a match in the text. */
const weights = { page: 9, heading: 6, text: 1 };

/** The sections that contain every word of a query, at least as a prefix; the best come first. */
export function findSections(sections: readonly DocsSection[], query: string): readonly DocsSection[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, resultsMax)
    .map(({ section }) => section);
}

/** The text around the first word of the query. */
export function excerptOf(text: string, query: string): string {
  // safe because: the words are plain, and the documentation is ours
  const place = text.search(new RegExp(wordsOf(query).map(beginning).join('|') || '^', 'iu'));
  if (place <= excerptLead) return text.slice(0, excerptLength);
  const start = text.indexOf(' ', place - excerptLead) + 1;
  return `… ${text.slice(start, start + excerptLength)}`;
}

const excerptLead = 30;
const excerptLength = 110;

function scoreOf(section: DocsSection, words: readonly string[]): number {
  const scores = words.map((word) => {
    // safe because: the words are plain, and the documentation is ours
    const pattern = new RegExp(beginning(word), 'iu');
    const { page, heading, text } = weights;
    const inTitle = pattern.test(section.page) ? (section.heading === '' ? page : 1) : 0;
    return inTitle + (pattern.test(section.heading) ? heading : 0) + (pattern.test(section.text) ? text : 0);
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function wordsOf(query: string): string[] {
  return query.split(/\s+/).filter((word) => word !== '');
}

/** `_redirect` is found by `redirect` too, so an underscore ends a word. */
function beginning(word: string): string {
  return `(?<![\\p{L}\\p{N}])${word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`;
}
