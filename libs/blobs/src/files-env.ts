import * as z from 'zod';

/** Configures where files are stored: an S3 bucket or a folder. Without either, forms accept no files. */
export const filesEnv = {
  FILES_FOLDER: z
    .string()
    .startsWith('/', 'must be the path of a folder')
    .optional()
    .describe('The folder of uploaded files, which ingest, account and worker share.'),
  FILES_BUCKET: z
    .string()
    .min(1)
    .optional()
    .describe('The bucket of uploaded files, instead of a folder. Without either, forms take no files.'),
  FILES_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .optional()
    .describe('The address of an S3 that is not Amazon’s, such as Garage or SeaweedFS.'),
  FILES_REGION: z.string().min(1).default('us-east-1').describe('The region of the bucket.'),
  FILES_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('The key of the bucket. Without it, the key that the machine is given.'),
  FILES_KEY_SECRET: z.string().min(1).optional().describe('The secret of that key.'),
};

export type FilesSettings = z.output<z.ZodObject<typeof filesEnv>>;

/** True if the installation accepts files. */
export function areFilesOn({ FILES_FOLDER, FILES_BUCKET }: Partial<FilesSettings>): boolean {
  return FILES_FOLDER !== undefined || FILES_BUCKET !== undefined;
}
