import * as z from 'zod';
import { importOccurrencesMax, importOriginMax } from '#inbox/import-limits.ts';

/** Why a line is refused. */
export const importFaults = [
  'invalid_json',
  'invalid_line',
  'invalid_fields',
  'invalid_date',
  'invalid_origin',
  'empty_submission',
  'too_large',
] as const;
export type ImportFault = (typeof importFaults)[number];

const flagSchema = z.enum(['true', 'false'], { error: 'Must be true or false' }).transform((text) => text === 'true');

export const importQuerySchema = z.object({
  importId: z.uuid().optional().meta({
    description:
      'Joins the calls of one file. Choose a UUID and send it with each call; without it each call is an import of its own.',
  }),
  dryRun: flagSchema.default(false).meta({ description: 'True to store nothing and only say what would happen.' }),
});

/** A line of an import. The service reads it field by field, to name the fault of each. */
export const importLineSchema = z
  .object({
    data: z.record(z.string(), z.unknown()).meta({ description: 'The fields.' }),
    createdAt: z.iso
      .datetime({ offset: true })
      .optional()
      .meta({ description: 'When the visitor sent it. Without it, the time of the import.' }),
    origin: z.string().max(importOriginMax).optional().meta({ description: 'The website that it was sent from.' }),
    occurrence: z.number().int().min(0).max(importOccurrencesMax).optional().meta({
      description:
        'How many identical lines stand before this one in the file. Without it, identical lines of one call are counted.',
    }),
  })
  .meta({ id: 'ImportLine' });
export type ImportLine = z.infer<typeof importLineSchema>;

export const refusedLineSchema = z
  .object({
    line: z.number().int().meta({ description: 'The line of the body; the first one is 1.' }),
    code: z.enum(importFaults),
    message: z.string(),
  })
  .meta({ id: 'RefusedLine' });
export type RefusedLine = z.infer<typeof refusedLineSchema>;

export const importAnswerSchema = z
  .object({
    importId: z.uuid(),
    imported: z.number().int().meta({ description: 'Submissions that this call has stored.' }),
    known: z.number().int().meta({ description: 'Lines whose submission was stored before.' }),
    refused: z.array(refusedLineSchema),
    room: z.number().int().meta({ description: 'How many more submissions the plan lets you import.' }),
  })
  .meta({ id: 'ImportAnswer' });
export type ImportAnswer = z.infer<typeof importAnswerSchema>;

export const importStates = ['stored', 'undoing', 'undone'] as const;

export const submissionImportSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.iso.datetime(),
    personId: z.uuid().nullable().meta({ description: 'The member who imported; null for an API key without one.' }),
    email: z.string().nullable().meta({ description: 'The address of that member.' }),
    imported: z.number().int().meta({ description: 'Submissions that it has stored.' }),
    left: z.number().int().meta({ description: 'Those that are still there.' }),
    state: z.enum(importStates),
  })
  .meta({ id: 'SubmissionImport' });
export type SubmissionImport = z.infer<typeof submissionImportSchema>;

export const importListSchema = z
  .object({ imports: z.array(submissionImportSchema).meta({ description: 'The newest hundred, newest first.' }) })
  .meta({ id: 'ImportList' });
