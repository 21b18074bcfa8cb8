import { accept } from '#parts/accept.ts';
import { bodies } from '#parts/bodies.ts';
import { bytes } from '#parts/bytes.ts';
import { cost } from '#parts/cost.ts';
import { deliveries } from '#parts/deliveries.ts';
import { forms } from '#parts/forms.ts';
import { gateway } from '#parts/gateway.ts';
import { latency } from '#parts/latency.ts';
import { reading } from '#parts/reading.ts';
import { spam } from '#parts/spam.ts';
import { submissions } from '#parts/submissions.ts';
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
