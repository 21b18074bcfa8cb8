import { accept } from '#bench/parts/accept.ts';
import { bodies } from '#bench/parts/bodies.ts';
import { bytes } from '#bench/parts/bytes.ts';
import { cost } from '#bench/parts/cost.ts';
import { forms } from '#bench/parts/forms.ts';
import { gateway } from '#bench/parts/gateway.ts';
import { latency } from '#bench/parts/latency.ts';
import { reading } from '#bench/parts/reading.ts';
import { sustained } from '#bench/parts/sustained.ts';
import type { Part } from '#bench/scene.ts';

/** Every part of the benchmark, in the order of the table. */
export const parts = {
  accept,
  sustained,
  latency,
  bodies,
  forms,
  bytes,
  cost,
  gateway,
  reading,
} as const satisfies Record<string, Part>;
