import type { Submission } from '@inlet/contracts/submissions';

const longFrom = 60;
const nameLike = /name|nombre|\bnom\b|\bnome\b|naam/i;
const notOfPerson = /company|business|organi[sz]ation|user|file|domain|product|form/i;
const emailText = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function isNameLike(name: string): boolean {
  return nameLike.test(name) && !notOfPerson.test(name);
}

/** Who sent a submission, by its fields: a name, or else an address. */
export function personOf({ data }: Submission): string {
  const names = Object.keys(data).filter(isNameLike).slice(0, 2);
  const name = names.map((key) => lineOf(data[key])).filter((text) => text !== '');
  return name.length > 0 ? name.join(' ') : addressOf({ data });
}

/** The first email address among the fields. */
function addressOf({ data }: Pick<Submission, 'data'>): string {
  return (
    Object.values(data)
      .find((value) => typeof value === 'string' && emailText.test(value.trim()))
      ?.toString()
      .trim() ?? ''
  );
}

/** What a submission says: its longest text, or else everything that is neither name nor address. */
export function messageOf({ data }: Submission): string {
  const others = Object.entries(data).filter(
    ([name, value]) => !isNameLike(name) && !(typeof value === 'string' && emailText.test(value.trim())),
  );
  const texts = others.map(([, value]) => value).filter((value) => typeof value === 'string' && value.length > 0);
  const longest = texts.toSorted((a, b) => String(b).length - String(a).length)[0];
  if (typeof longest === 'string' && longest.length > longFrom / 2) return lineOf(longest);
  return others
    .map(([, value]) => lineOf(value))
    .filter((text) => text !== '')
    .join(' · ')
    .slice(0, lineLength);
}

/** More than the widest cell shows. */
const lineLength = 240;

/** The beginning of a value of any size, in one line. */
function lineOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = Array.isArray(value) && value.every((item) => typeof item === 'string') ? value.join(', ') : value;
  const whole = typeof text === 'string' ? text : (JSON.stringify(text) ?? '');
  return whole.slice(0, lineLength).replace(/\s+/g, ' ').trim();
}
