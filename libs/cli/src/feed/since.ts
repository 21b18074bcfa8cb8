import { changesSinceSchema } from '@inlet/contracts/changes';
import { CliError } from '#cli-error.ts';
import { exitCodes } from '#exit-codes.ts';

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const ago = /^(\d{1,6})([smhd])$/;
/** A cursor is base64url. */
const cursor = /^[\w-]{8,200}$/;

/** What `--since` means for the change feed: a time such as `2026-11-28T09:30Z` or `10m`, or a cursor as it is. */
export function readSince(text: string, now: Date = new Date()): string {
  const [, count, unit] = ago.exec(text) ?? [];
  if (unit !== undefined)
    return new Date(now.getTime() - Number(count) * unitsMs[unit as keyof typeof unitsMs]).toISOString();
  if (changesSinceSchema.safeParse(text).success || cursor.test(text)) return text;
  throw new CliError(`--since ${text} is not a time or a cursor.`, {
    next: 'Give a time such as 2026-11-28T09:30:00Z, 2026-11-28 or 10m, or the cursor that an earlier run printed.',
    code: 'invalid_since',
    exitCode: exitCodes.usage,
  });
}
