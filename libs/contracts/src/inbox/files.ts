import * as z from 'zod';

/** The most characters of a file's name; the rest is cut off before the extension. */
export const fileNameMax = 200;
/** How long a link to a file is valid. */
export const fileLinkMinutes = 5;
/** How long the files of an upload are kept if its submission is never stored. */
export const unattachedHoursMax = 2;

/**
 * States of a stored file. Only an available file can be downloaded; one in deletion belongs to no submission any more.
 */
const fileStates = ['available', 'scanning', 'quarantined', 'deleting'] as const;

/** The key of a file's bytes in the store. */
export function fileKey(formId: string, uploadId: string, fileId: string): string {
  return `${uploadPrefix(formId, uploadId)}${fileId}`;
}

/** The common prefix of an upload's keys. */
export function uploadPrefix(formId: string, uploadId: string): string {
  return `${formId}/${uploadId}/`;
}

/** A file in the API; files in deletion are left out. */
export const fileSchema = z
  .object({
    id: z.uuid(),
    field: z.string().meta({ description: 'The name of the field that it was sent in.' }),
    name: z.string().meta({ description: 'Its name, without folders and control characters.' }),
    type: z.string().meta({ description: 'Its type, guessed from its first bytes or its name; for display only.' }),
    size: z.number().int().meta({ description: 'In bytes.' }),
    state: z.enum(fileStates).exclude(['deleting']).meta({
      description: '`available`, `scanning` for viruses, or `quarantined` where one was found.',
    }),
    url: z
      .url()
      .nullable()
      .meta({ description: `A signed link, valid for ${fileLinkMinutes} minutes; null unless the file is available.` }),
  })
  .meta({ id: 'SubmittedFile' });
export type SubmittedFile = z.infer<typeof fileSchema>;

export const filesOfSubmissionSchema = z
  .object({
    files: z.array(fileSchema),
    archiveUrl: z
      .url()
      .nullable()
      .meta({ description: 'A link to a zip archive of those that are available; null if none is.' }),
  })
  .meta({ id: 'FilesOfSubmission' });
export type FilesOfSubmission = z.infer<typeof filesOfSubmissionSchema>;

/** The query of a signed link. */
export const fileLinkSchema = z.object({
  exp: z.coerce.number().int().meta({ description: 'Until when the link is valid, in seconds since 1970.' }),
  sig: z.string().max(100).meta({ description: 'The signature.' }),
});
