/** What a run is asked to do. */
export type BenchOptions = {
  /** The names of the parts that run; all of them when none is named. */
  parts: readonly string[];
  rounds: number;
  /** How long each load lasts. */
  seconds: number;
  /** Another checkout, whose cost is measured in turn with this one's. */
  against?: string;
};

const defaults = { rounds: 3, seconds: 10 };
const numbers = { '--rounds': 'rounds', '--seconds': 'seconds' } as const;

/** Reads the words behind `npm run bench --`. */
export function readOptions(words: readonly string[], partNames: readonly string[]): BenchOptions {
  const options: Omit<BenchOptions, 'parts'> = { ...defaults };
  const parts: string[] = [];
  for (const word of words) {
    const [flag = '', value] = word.split('=');
    if (flag === '--against') options.against = folder(value);
    else if (isNumberFlag(flag)) options[numbers[flag]] = positiveInteger(flag, value);
    else if (partNames.includes(word)) parts.push(word);
    else throw new Error(`There is no ${word}; the parts are ${partNames.join(', ')}, with ${flags} where wanted.`);
  }
  return { ...options, parts: parts.length > 0 ? parts : partNames };
}

const flags = [...Object.keys(numbers).map((flag) => `${flag}=N`), '--against=FOLDER'].join(', ');

function isNumberFlag(word: string): word is keyof typeof numbers {
  return Object.hasOwn(numbers, word);
}

function folder(value: string | undefined): string {
  if (!value) throw new Error('--against= needs the folder of another checkout.');
  return value;
}

function positiveInteger(flag: string, value: string | undefined): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${flag}= needs a whole number from 1 on.`);
  return number;
}
