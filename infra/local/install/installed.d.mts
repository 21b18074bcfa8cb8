type Entry = { version?: string; integrity?: string; dev?: boolean; optional?: boolean; devOptional?: boolean };
type LockFile = { packages: Record<string, Entry> };
export function isInstalled(lock: LockFile, installed: LockFile, scope: { forDevelopers: boolean }): boolean;
