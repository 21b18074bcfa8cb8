import { bytes } from '#parts/bytes.ts';
import { deliveries } from '#parts/deliveries.ts';
import { gateway } from '#parts/gateway.ts';
import { latency } from '#parts/latency.ts';
import { reading } from '#parts/reading.ts';
import { cost, submissions } from '#parts/submissions.ts';
import type { Part } from '#scene.ts';

/** Every part of the benchmark, in the order of the table. */
export const parts = {
  submissions,
  latency,
  bytes,
  cost,
  deliveries,
  gateway,
  reading,
} as const satisfies Record<string, Part>;
