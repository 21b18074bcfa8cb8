import * as z from 'zod';
import { countersNeedSchema, quotaNeedSchema } from '#account/quotas.ts';
import type { Route } from '#api/route.ts';
import { formEntrySchema } from '#forms/form-directory.ts';
import { uploadAnswerSchema, uploadRequestSchema } from '#forms/uploads.ts';

/** Routes for ingest, used if Redis lacks a form, a counter or a submission. The gateway does not forward them. */
export const internalRoutes = {
  readEntry: {
    address: 'GET /internal/forms/:endpointId',
    group: 'Forms',
    summary: 'Read the directory entry of a form',
    access: 'internal',
    success: { status: 200, description: 'The entry', schema: formEntrySchema },
    refusals: ['formNotFound'],
  },
  makeCounters: {
    address: 'POST /internal/counters',
    group: 'Account',
    summary: 'Count in Redis what accounts have used of months',
    access: 'internal',
    body: countersNeedSchema,
    success: { status: 204, description: 'Counted, for accounts that exist' },
  },
  // For ingest of the previous release.
  lendQuota: {
    address: 'POST /internal/quotas',
    group: 'Account',
    summary: 'Lend a process of the release before some of an account’s month',
    access: 'internal',
    body: quotaNeedSchema,
    success: { status: 204, description: 'Lent, as far as the plan allows it' },
  },
  openUpload: {
    address: 'POST /internal/uploads',
    group: 'Submissions',
    summary: 'Reserve storage for the files of a submission',
    access: 'internal',
    body: uploadRequestSchema,
    success: { status: 200, description: 'How much is reserved', schema: uploadAnswerSchema },
  },
  cancelUpload: {
    address: 'DELETE /internal/uploads/:id',
    group: 'Submissions',
    summary: 'Give up the upload of a refused submission',
    access: 'internal',
    success: { status: 204, description: 'A worker deletes its bytes and gives its storage back' },
  },
  readStored: {
    address: 'GET /internal/submissions/:id',
    group: 'Submissions',
    summary: 'Read whether a submission is in the database',
    access: 'internal',
    success: { status: 200, description: 'It is', schema: z.object({ id: z.uuid() }) },
    refusals: ['submissionNotFound'],
  },
} as const satisfies Readonly<Record<string, Route & { readonly address: string }>>;
