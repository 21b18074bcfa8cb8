const ERROR_LEVEL = 50;

type Entry = { level: number; time?: string | number; msg?: string; err?: { message?: string } };

/** The part of a service's line that a person should see: errors, and lines that are no log lines; else nothing. */
export function lineForTerminal(service: string, line: string): string | undefined {
  const entry = parse(line);
  if (!entry) return line.trim() === '' ? undefined : `[${service}] ${line}`;
  if (entry.level < ERROR_LEVEL) return undefined;
  const cause = entry.err?.message;
  return `[${service}] ${entry.msg ?? 'error'}${cause ? `: ${cause}` : ''}`;
}

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'level' in value && typeof value.level === 'number';
}
