export function withProcessLock<T>(file: string, work: () => Promise<T>): Promise<T>;
