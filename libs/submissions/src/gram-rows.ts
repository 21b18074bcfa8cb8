/** Which rows of a block have which hashes. Numbers in typed arrays: objects would take ten times the memory. */
export interface GramRows {
  readonly gramCount: number;
  readonly gramAt: (place: number) => number;
  readonly rowsAt: (place: number) => Uint16Array;
}

/** Collects the hashes of one row after the other. */
export interface GramCollector {
  readonly add: (gram: number, row: number) => void;
  readonly collected: () => GramRows;
}

type Numbers = Int32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

const tableSizeFirst = 1 << 15;
const pairsFirst = 1 << 17;

export function collectGrams(): GramCollector {
  /** A hash table: the place of a hash among the others, plus one; 0 is free. */
  let table = new Int32Array(tableSizeFirst);
  let grams = new Int32Array(tableSizeFirst);
  let lastRows = new Int32Array(tableSizeFirst);
  let gramCount = 0;
  let pairPlaces = new Int32Array(pairsFirst);
  let pairRows = new Uint16Array(pairsFirst);
  let pairCount = 0;

  function slotOf(gram: number): number {
    const mask = table.length - 1;
    let slot = (gram ^ (gram >>> 15)) & mask;
    for (let place = table[slot]; place; place = table[slot]) {
      if (grams[place - 1] === gram) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  function growTable(): void {
    grams = twice(grams);
    lastRows = twice(lastRows);
    table = new Int32Array(table.length * 2);
    for (let place = 0; place < gramCount; place += 1) table[slotOf(grams[place] ?? 0)] = place + 1;
  }

  return {
    add: (gram, row) => {
      const slot = slotOf(gram);
      let place = (table[slot] ?? 0) - 1;
      if (place < 0) {
        place = gramCount;
        gramCount += 1;
        table[slot] = gramCount;
        grams[place] = gram;
      } else if (lastRows[place] === row) return;
      lastRows[place] = row;
      if (pairCount === pairPlaces.length) {
        pairPlaces = twice(pairPlaces);
        pairRows = twice(pairRows);
      }
      pairPlaces[pairCount] = place;
      pairRows[pairCount] = row;
      pairCount += 1;
      if (gramCount * 2 > table.length) growTable();
    },
    collected: () => {
      const { starts, sorted } = sortByPlace(pairPlaces, pairRows, pairCount, gramCount);
      return {
        gramCount,
        gramAt: (place) => grams[place] ?? 0,
        rowsAt: (place) => sorted.subarray(starts[place], starts[place + 1]),
      };
    },
  };
}

/** Sorts by counting; the rows of each hash keep their order. */
function sortByPlace(places: Int32Array, rows: Uint16Array, count: number, placeCount: number) {
  const starts = new Int32Array(placeCount + 1);
  for (let pair = 0; pair < count; pair += 1) increase(starts, (places[pair] ?? 0) + 1, 1);
  for (let place = 0; place < placeCount; place += 1) increase(starts, place + 1, starts[place] ?? 0);
  const next = starts.slice();
  const sorted = new Uint16Array(count);
  for (let pair = 0; pair < count; pair += 1) {
    const place = places[pair] ?? 0;
    sorted[next[place] ?? 0] = rows[pair] ?? 0;
    increase(next, place, 1);
  }
  return { starts, sorted };
}

function increase(numbers: Int32Array, place: number, by: number): void {
  numbers[place] = (numbers[place] ?? 0) + by;
}

function twice<Some extends Numbers>(numbers: Some): Some {
  const grown =
    numbers instanceof Int32Array ? new Int32Array(numbers.length * 2) : new Uint16Array(numbers.length * 2);
  grown.set(numbers);
  return grown as Some;
}
