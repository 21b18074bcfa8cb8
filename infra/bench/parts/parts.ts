import { accept, bodies, forms, gateway } from '#parts/accepted.ts';
import { bytes } from '#parts/bytes.ts';
import { deliveries } from '#parts/deliveries.ts';
import { latency } from '#parts/latency.ts';
import { reading } from '#parts/reading.ts';
import { spam } from '#parts/spam.ts';
import { cost, submissions } from '#parts/submissions.ts';
import type { Part } from '#scene.ts';

/** Every part of the benchmark, in the order of the table. */
export const parts = {
  submissions,
  accept,
  latency,
  bodies,
  forms,
  bytes,
  cost,
  deliveries,
  gateway,
  reading,
  spam,
} as const satisfies Record<string, Part>;
