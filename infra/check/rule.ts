import type { SourceTree } from './source-tree.ts';

/** One fault: where it is, and a sentence on what is wrong and what is right. */
export interface Problem {
  readonly path: string;
  readonly line?: number;
  readonly says: string;
}

export type Rule = (tree: SourceTree) => Problem[];
