import * as z from 'zod';

const ERROR_LEVEL = 50;

const entrySchema = z.object({
  level: z.number(),
  msg: z.string().optional(),
  err: z.object({ message: z.string().optional() }).optional(),
});

/**
 * The part of a service's line that a person should see: errors, and lines that are not log lines; otherwise nothing.
 */
export function lineForTerminal(service: string, line: string): string | undefined {
  const entry = parse(line);
  if (!entry) return line.trim() === '' ? undefined : `[${service}] ${line}`;
  if (entry.level < ERROR_LEVEL) return undefined;
  const cause = entry.err?.message;
  return `[${service}] ${entry.msg ?? 'error'}${cause ? `: ${cause}` : ''}`;
}

function parse(line: string) {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
