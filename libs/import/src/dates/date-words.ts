/** The words for the halves of a day that Google Forms and spreadsheets write, with and without dots and spaces. */
const afternoon = ['pm', 'nachm', '오후', '下午', '午後'];
const morning = ['am', 'vorm', '오전', '上午', '午前'];

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Hours east of Greenwich. Google Forms writes the short names of some languages. */
const zones: Readonly<Record<string, number>> = {
  ...{ z: 0, utc: 0, gmt: 0, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, eet: 2, eest: 3 },
  ...{ mez: 1, mesz: 2, oez: 2, oesz: 3, msk: 3, ist: 5.5, jst: 9, kst: 9 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
};

/** `am`, `pm`, or undefined for any other word. */
export function halfOfDay(word: string): 'am' | 'pm' | undefined {
  if (afternoon.includes(word)) return 'pm';
  return morning.includes(word) ? 'am' : undefined;
}

/** The number of a month by its English name, whole or short; undefined for any other word. */
export function monthNamed(word: string): number | undefined {
  const index = months.indexOf(word.slice(0, 3));
  return index === -1 || word.length < 3 ? undefined : index + 1;
}

/** Minutes east of Greenwich; undefined for any other word. */
export function offsetNamed(word: string): number | undefined {
  return Object.hasOwn(zones, word) ? (zones[word] ?? 0) * 60 : undefined;
}
