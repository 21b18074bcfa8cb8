import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const lengthOfIds = 24;

/** An id in Stripe's format: a prefix for the kind of object, and 24 random characters. */
export function newId(prefix: string): string {
  const random = Array.from({ length: lengthOfIds }, () => alphabet[randomInt(alphabet.length)]);
  return `${prefix}_${random.join('')}`;
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Fields with the same value, such as those that the simulator never sets; names separated by spaces. */
export function all<Value, const Names extends string>(
  value: Value,
  ...names: readonly Names[]
): Record<Words<Names>, Value> {
  const fields = names.flatMap((words) => words.split(' ')).map((name) => [name, value]);
  return Object.fromEntries(fields);
}
