import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import { importBytesMax, importLinesMax } from '#inbox/import-limits.ts';
import { importAnswerSchema, importLineSchema, importListSchema, importQuerySchema } from '#inbox/imports.ts';
import { deletedSubmissionsSchema } from '#inbox/submissions.ts';

const lines = importLinesMax.toLocaleString('en');
const megabytes = importBytesMax / 1_000_000;

export const importRoutes = {
  importSubmissions: {
    action: 'submissions:write',
    group: 'Submissions',
    summary: 'Import submissions from a file',
    description: `The body is NDJSON of at most ${lines} lines and ${megabytes} MB; send larger files in several calls with the same \`importId\`. A line is an \`ImportLine\`, or an object whose members are the fields; its member \`createdAt\`, \`Date\` or \`Timestamp\` is then the time, if it holds one in ISO 8601. The id of a submission follows from form, fields, time and occurrence, so a line that is sent again stores nothing. A line that is refused does not stop the others. Imported submissions send no mail and call no integration, and they do not count toward the monthly limit and are in no analytics; the plan limits how many there are at any time. The spam filter and the rules of the form do not judge them. The retention of a form counts from the import.`,
    access: 'form',
    query: importQuerySchema,
    bodyLines: importLineSchema,
    success: { status: 200, description: 'What was stored', schema: importAnswerSchema },
    refusals: ['importTooLarge', 'importLimitReached', 'importNotFound', 'importUndone', 'importRunning'],
  },
  listImports: {
    action: 'submissions:read',
    group: 'Submissions',
    summary: 'List the imports of a form',
    access: 'form',
    success: { status: 200, description: 'The imports', schema: importListSchema },
  },
  undoImport: {
    action: 'submissions:write',
    group: 'Submissions',
    summary: 'Undo an import',
    description:
      'Deletes the submissions that this import has stored, with the work on them. Those that were there before it stay. An undo that takes longer than a few seconds continues after the answer: `pending` then says how many are left.',
    access: 'form',
    success: { status: 200, description: 'How many were deleted', schema: deletedSubmissionsSchema },
    refusals: ['importNotFound'],
  },
} as const satisfies Partial<Record<RouteId, Route>>;
