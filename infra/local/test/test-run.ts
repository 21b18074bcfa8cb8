/** What every part of the tests gets: the words that narrow it to some files, and the wish to leave off. */
export type TestRun = { filters: readonly string[]; signal: AbortSignal };
