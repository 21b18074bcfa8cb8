/** Finds one of many words in a text; `isWhole` decides whether a match counts. */
export type FindWords = (
  text: string,
  mayEnd: (end: number) => boolean,
  isWhole: (start: number, end: number, word: number) => boolean,
) => boolean;

const none = -1;

/**
 * Searches a text for all words in a single pass with the Aho–Corasick algorithm, so the cost depends only on the text.
 * Nodes of the trie are numbers in arrays, which take some 20 bytes for each character.
 */
export function findWords(words: readonly string[]): FindWords {
  const size = words.reduce((sum, word) => sum + word.length, 1);
  // Most nodes have one child. The map holds the other children, which are fewer than the words.
  const code = new Uint16Array(size);
  const firstChild = new Int32Array(size).fill(none);
  const otherChildren = new Map<number, number>();
  /** For each node, the longest proper suffix of its text that is also a prefix of a word. */
  const fallback = new Int32Array(size);
  /** The nearest node at which a word ends: the node itself, or one that its fallbacks lead to. */
  const ending = new Int32Array(size).fill(none);
  const wordOf = new Int32Array(size).fill(none);
  let nodes = 1;

  function childOf(node: number, wanted: number): number {
    const first = firstChild[node] as number;
    if (first === none || code[first] === wanted) return first;
    return otherChildren.get(node * 65_536 + wanted) ?? none;
  }

  function step(from: number, wanted: number): number {
    let node = from;
    let child = childOf(node, wanted);
    while (child === none && node !== 0) {
      node = fallback[node] as number;
      child = childOf(node, wanted);
    }
    return child === none ? 0 : child;
  }

  function addChild(node: number, wanted: number): number {
    const child = nodes;
    nodes += 1;
    code[child] = wanted;
    fallback[child] = node === 0 ? 0 : step(fallback[node] as number, wanted);
    ending[child] = ending[fallback[child] as number] as number;
    if (firstChild[node] === none) firstChild[node] = child;
    else otherChildren.set(node * 65_536 + wanted, child);
    return child;
  }

  // Nodes are added by length rather than by word: a fallback is shorter than its node and must exist first.
  let growing = words.map((word, index) => ({ word, index, node: 0 }));
  for (let at = 0; growing.length > 0; at += 1) {
    growing = growing.filter(({ word }) => at < word.length);
    for (const one of growing) {
      const wanted = one.word.charCodeAt(at);
      const child = childOf(one.node, wanted);
      one.node = child === none ? addChild(one.node, wanted) : child;
      if (at + 1 < one.word.length) continue;
      wordOf[one.node] = one.index;
      ending[one.node] = one.node;
    }
  }

  return (text, mayEnd, isWhole) => {
    let node = 0;
    for (let end = 1; end <= text.length; end += 1) {
      node = step(node, text.charCodeAt(end - 1));
      let found = ending[node] as number;
      if (found === none || !mayEnd(end)) continue;
      for (; found !== none; found = ending[fallback[found] as number] as number) {
        const word = wordOf[found] as number;
        if (isWhole(end - (words[word] as string).length, end, word)) return true;
      }
    }
    return false;
  };
}
