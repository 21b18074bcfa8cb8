import type { Erasure } from '@inlet/db/client';

/** The columns of an erasure that are shown. */
export const shown = {
  id: true,
  userId: true,
  state: true,
  counts: true,
  mentions: true,
  mentionCount: true,
  receipt: true,
  requestedAt: true,
  finishedAt: true,
} as const;
export type ShownErasure = Pick<Erasure, keyof typeof shown>;
