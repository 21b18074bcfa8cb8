export function withProcessLock<T>(file: string, work: () => Promise<T>): Promise<T>;
export function tryLock(file: string): boolean;
