import * as z from 'zod';

/** Characters of a file's name; more of it is cut off before the extension. */
export const fileNameMax = 200;
/** A link to a file works for so long. */
export const fileLinkMinutes = 5;
/** What is left of an upload whose submission was never stored goes after so long. */
export const unattachedHoursMax = 2;

/** States of a stored file. Only an available one can be downloaded; one that is to be deleted is nobody's any more. */
const fileStates = ['available', 'scanning', 'quarantined', 'deleting'] as const;

/** Where the bytes of a file are kept. */
export function fileKey(formId: string, uploadId: string, fileId: string): string {
  return `${uploadPrefix(formId, uploadId)}${fileId}`;
}

/** What the keys of an upload's files begin with. */
export function uploadPrefix(formId: string, uploadId: string): string {
  return `${formId}/${uploadId}/`;
}

/** A file as the API tells of it; one that is to be deleted is not told of. */
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

/** What a signed link ends with. */
export const fileLinkSchema = z.object({
  exp: z.coerce.number().int().meta({ description: 'Until when the link is valid, in seconds since 1970.' }),
  sig: z.string().max(100).meta({ description: 'The signature.' }),
});
