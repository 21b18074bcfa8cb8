type Entry = { version?: string; integrity?: string; optional?: boolean; devOptional?: boolean };
type LockFile = { packages: Record<string, Entry> };
export function isInstalled(lock: LockFile, installed: LockFile): boolean;
