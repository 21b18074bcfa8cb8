import { importBytesMax, importLinesMax } from '#inbox/import-limits.ts';

type Count = number | 'N';

/** The refusals of imports. */
export const importRefusals = {
  importLimitReached: {
    status: 403,
    code: 'import_limit_reached',
    message: (limit: Count) =>
      `Your plan keeps up to ${limit.toLocaleString('en')} imported submissions. Delete some, undo an import, or upgrade your plan.`,
  },
  importLimitOfInstallation: {
    status: 403,
    code: 'import_limit_reached',
    message: (limit: Count) =>
      `An account keeps up to ${limit.toLocaleString('en')} imported submissions here. Delete some, or undo an import.`,
  },
  importNotFound: { status: 404, code: 'import_not_found', message: 'Import not found' },
  importUndone: {
    status: 409,
    code: 'import_undone',
    message: 'This import was undone. Start a new one, with another `importId`.',
  },
  importTooLarge: {
    status: 413,
    code: 'too_large',
    message: `Send at most ${importLinesMax.toLocaleString('en')} lines and ${importBytesMax / 1_000_000} MB in one call`,
  },
  importRunning: {
    status: 429,
    code: 'import_running',
    message: 'Another call of this account imports submissions. Wait until it is answered, then try again.',
    headers: { 'retry-after': '1' },
  },
} as const;
