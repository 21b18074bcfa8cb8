export function withProgress<T>(label: string, work: () => Promise<T>): Promise<T>;
