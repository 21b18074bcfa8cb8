import pg from 'pg';

/** A bigint of the database as a number; throws when JavaScript would round it. */
export function toCount(value: bigint | string): number {
  const count = Number(value);
  if (!Number.isSafeInteger(count)) throw new RangeError(`The database counted ${value}, which is not a safe integer`);
  return count;
}

/** Makes a pool read every bigint as a number. Prisma still returns a `bigint`. */
export const countsAsNumbers = new pg.TypeOverrides();
countsAsNumbers.setTypeParser(pg.types.builtins.INT8, toCount);
