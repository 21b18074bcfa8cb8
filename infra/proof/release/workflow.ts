import * as z from 'zod';

const texts = z.record(z.string(), z.unknown()).default({});
const permissions = z.record(z.string(), z.string());

/** The fields of a workflow that the rules read, in the one form that our workflows use. */
export const workflowSchema = z.object({
  permissions,
  jobs: z.record(
    z.string(),
    z.object({
      permissions,
      uses: z.string().optional(),
      container: z.union([z.string(), z.object({ image: z.string() }).transform(({ image }) => image)]).optional(),
      'timeout-minutes': z.number().optional(),
      strategy: z.object({ matrix: z.record(z.string(), z.array(z.string())) }).optional(),
      steps: z
        .array(z.object({ uses: z.string().optional(), run: z.string().optional(), with: texts, env: texts }))
        .default([]),
    }),
  ),
});

export type Workflow = z.output<typeof workflowSchema>;
