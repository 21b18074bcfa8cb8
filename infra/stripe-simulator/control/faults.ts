import * as z from 'zod';

/** The faults of the next API calls. */
export const faultSchema = z.strictObject({
  requests: z.int().min(0).max(1_000),
  status: z.int().min(400).max(599).default(503),
  /** `before`: the call is refused. `after`: the call succeeds, but its answer is lost. */
  when: z.enum(['before', 'after']).default('before'),
});

export type Faults = z.output<typeof faultSchema>;
