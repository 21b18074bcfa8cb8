import type { RouteId } from '#api/addresses.ts';
import type { Route } from '#api/route.ts';
import { fileLinkSchema, filesOfSubmissionSchema } from '#inbox/files.ts';

const details =
  'The address is a signed link, which needs no session and no key. The answer is always a download: a browser never shows the content.';

export const fileRoutes = {
  listFiles: {
    action: 'submissions:read',
    group: 'Submissions',
    summary: 'List the files of a submission, with new links',
    access: 'form',
    success: { status: 200, description: 'The files', schema: filesOfSubmissionSchema },
    refusals: ['submissionNotFound'],
  },
  readFile: {
    group: 'Submissions',
    summary: 'Download a file',
    description: details,
    access: 'public',
    query: fileLinkSchema,
    success: { status: 200, description: 'The file', contentTypes: ['application/octet-stream'] },
    refusals: ['linkExpired', 'fileNotFound'],
  },
  readArchive: {
    group: 'Submissions',
    summary: 'Download all files of a submission',
    description: details,
    access: 'public',
    query: fileLinkSchema,
    success: { status: 200, description: 'A zip archive, streamed', contentTypes: ['application/zip'] },
    refusals: ['linkExpired', 'fileNotFound'],
  },
} as const satisfies Partial<Readonly<Record<RouteId, Route>>>;
