import { readFileSync } from 'node:fs';

/** The value of a variable, or of the file that its `_FILE` names. Undefined if both are empty. */
export function readValue(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] || undefined;
  if (env[name]) throw new Error(`${name}_FILE: is set together with ${name}; only one of the two may be`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
  } catch (error) {
    throw new Error(`${name}_FILE: its file cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
