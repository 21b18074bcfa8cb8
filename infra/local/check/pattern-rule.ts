import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

/** Characters that a pattern may distinguish. */
const probes = [
  ...['a', '0', ' ', '\n', '!'],
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...['é', 'Ж', '漢', '\u0301', '\u2028', '\uff1d', '\u{1f600}'],
];
/** A repetition of at most this many characters is cheap, whatever follows it. */
const shortMax = 50;
/** The numbers of words for each part of a pattern, and of characters whose pairs are all tried. */
const wordsMax = 3;
const pairedMax = 8;
/** The minimum length of the longest text that is tried, in characters, and of repetitions in it. */
const [lengthMax, repeatsMax] = [6_000, 600];
/** The length of the shortest text: even if each character doubles the time, it ends soon. */
const lengthFirst = 20;
/** The growth of the text's length: if a group is repeated, each character may double the time. */
const steps = { ofGroups: 1.6, ofCharacters: 4 };
/** A text of these lengths takes longer only if the time grows faster than the text. */
const suspectMs = 0.5;
/** Shorter texts never take that long. For longer texts: the largest allowed ratio of times when the length doubles. */
const [certainLength, growthMax] = [1_000, 2.8];
const tries = 3;
/** No garbage collection makes a short time that long. */
const certainMs = 50;

/**
 * A text, in words, on which a pattern's time grows faster than the text's length; null if none was found. The pattern
 * itself is run on texts that are made of its own parts, so a pattern is only called slow if it is.
 */
export function findSlowText(source: string, flags: string): string | null {
  // safe because: the texts that it is run on begin short, and end with the first slow one
  const pattern = new RegExp(source, flags);
  const { repeated, sets } = partsOf(source, flags);
  const step = repeated.some(isOfGroup) ? steps.ofGroups : steps.ofCharacters;
  for (const text of textsFor(repeated, sets)) if (isSlow(pattern, text, step)) return inWords(text);
  return null;
}

function isSlow(pattern: RegExp, { start, unit, end }: Text, step: number): boolean {
  const times = (repeats: number) => timeOf(pattern, start + unit.repeat(Math.ceil(repeats)) + end);
  const last = Math.max(repeatsMax, lengthMax / unit.length);
  for (let repeats = lengthFirst / unit.length; ; repeats = Math.min(last, repeats * step)) {
    const ms = times(repeats);
    const isCertain = () => repeats * unit.length < certainLength || times(2 * repeats) > ms * growthMax;
    if (ms > suspectMs && isCertain()) return true;
    // A busy machine hides the growth of a time below a millisecond, but not of a longer time, so the text is extended.
    if (repeats === last) return false;
  }
}

function inWords({ start, unit, end }: Text): string {
  const around = (word: string, text: string) => (text === '' ? '' : ` ${word} ${JSON.stringify(text)}`);
  return `${JSON.stringify(unit)} repeated${around('behind', start)}${around('before', end)}`;
}

/**
 * Milliseconds of processor time, the shortest of several tries. After a short first try there is no second. It is the
 * time of the whole process, since the kernel updates a single thread's time only at ticks of some milliseconds.
 */
function timeOf(pattern: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < tries && best > suspectMs && (tried === 0 || best < certainMs); tried += 1) {
    const before = process.cpuUsage();
    text.replace(pattern, '');
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

interface Text {
  readonly start: string;
  readonly unit: string;
  readonly end: string;
}

type Sets = ReadonlyMap<string, ReadonlySet<string>>;

/** Texts that are made of the parts of a pattern; none for a pattern without an unbounded repetition. */
function* textsFor(repeated: readonly AST.Quantifier[], sets: Sets): Generator<Text> {
  if (repeated.length === 0) return;
  const alphabet = alphabetOf(sets);
  const pairs = alphabet.length > pairedMax ? [] : alphabet.flatMap((a) => alphabet.map((b) => a + b));
  const wordOf = wordWriter(sets, new Set(alphabet));
  const words = repeated.flatMap((node) =>
    Array.from({ length: wordsMax }, (_, n) => ({ lead: wordBefore(node, n, wordOf), body: wordOf(node.element, n) })),
  );
  const leads = new Set(['', ...words.map(({ lead }) => lead)]);
  const unitsOf = ({ lead, body }: (typeof words)[number]) => [
    ...[lead, body, lead + body],
    ...alphabet.map((one) => lead + one),
  ];
  const units = new Set([...alphabet, ...pairs, ...words.flatMap(unitsOf)].filter((unit) => unit !== ''));
  const ends = ['', ...alphabet, `${alphabet[0]}\n${alphabet[0]}`];
  for (const end of ends) {
    for (const start of leads) for (const unit of units) yield { start, unit, end };
    for (const start of alphabet) for (const unit of alphabet) yield { start, unit, end };
  }
}

/** One character of each kind that a pattern distinguishes. */
function alphabetOf(sets: Sets): string[] {
  const kinds = new Map<string, string>();
  for (const probe of probes) {
    const kind = [...sets.values()].map((set) => Number(set.has(probe))).join('');
    if (!kinds.has(kind)) kinds.set(kind, probe);
  }
  return [...kinds.values()];
}

/** The repeated parts of a pattern, and the characters that they match. */
function partsOf(source: string, flags: string) {
  const unicode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  const tree = new RegExpParser().parsePattern(source, 0, source.length, unicode);
  const repeated: AST.Quantifier[] = [];
  const sets = new Map<string, ReadonlySet<string>>();
  const ownFlags = flags.replaceAll(/[gym]/g, '');
  const learn = (raw: string) => {
    // safe because: it is run on single characters only
    const part = new RegExp(`^(?:${raw})$`, ownFlags);
    sets.set(raw, new Set(probes.filter((probe) => part.test(probe))));
  };
  const learnAlone = ({ raw, parent }: AST.Character | AST.CharacterSet) => {
    if (parent.type === 'Alternative' || parent.type === 'Quantifier') learn(raw);
  };
  visitRegExpAST(tree, {
    onQuantifierEnter: (node) => void (node.max > shortMax && repeated.push(node)),
    onCharacterEnter: learnAlone,
    onCharacterSetEnter: learnAlone,
    onCharacterClassEnter: ({ raw }) => learn(raw),
    onAssertionEnter: ({ kind }) => learn(kind === 'word' ? '\\w' : '\\n'),
  });
  return { repeated, sets };
}

function isOfGroup({ element }: AST.Quantifier): boolean {
  return element.type === 'Group' || element.type === 'CapturingGroup';
}

type WriteWord = (node: AST.Element, n: number) => string;

/** Writes the nth word that a part of a pattern matches. */
function wordWriter(sets: Sets, alphabet: ReadonlySet<string>): WriteWord {
  const wordOf: WriteWord = (node, n) => {
    if (node.type === 'Character' || node.type === 'CharacterSet' || node.type === 'CharacterClass') {
      const members = [...(sets.get(node.raw) ?? [])].filter((one) => alphabet.has(one));
      return members[n % members.length] ?? '';
    }
    if (node.type === 'Quantifier') {
      return wordOf(node.element, n).repeat(Math.min(shortMax, Math.max(node.min, Math.min(n, 1))));
    }
    if (node.type !== 'Group' && node.type !== 'CapturingGroup') return '';
    const { elements = [] } = node.alternatives[n % node.alternatives.length] ?? {};
    return elements.map((element) => wordOf(element, n)).join('');
  };
  return wordOf;
}

/** The nth word that a pattern matches before one of its parts. */
function wordBefore(node: AST.Node, n: number, wordOf: WriteWord): string {
  const { parent } = node;
  if (parent === null) return '';
  if (parent.type !== 'Alternative') return wordBefore(parent, n, wordOf);
  const before = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element));
  return wordBefore(parent, n, wordOf) + before.map((element) => wordOf(element, n)).join('');
}
