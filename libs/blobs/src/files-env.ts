import * as z from 'zod';

/** Where the bytes of files are kept: a bucket of any S3, or a folder. Without either, forms take no files. */
export const filesEnv = {
  /** A folder that ingest, account and worker share. */
  FILES_FOLDER: z.string().startsWith('/', 'must be the path of a folder').optional(),
  FILES_BUCKET: z.string().min(1).optional(),
  /** The address of an S3 that is not Amazon's. */
  FILES_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  FILES_REGION: z.string().min(1).default('us-east-1'),
  /** Without a key, one that the machine is given, as Amazon's client finds it. */
  FILES_KEY_ID: z.string().min(1).optional(),
  FILES_KEY_SECRET: z.string().min(1).optional(),
};

export type FilesSettings = z.output<z.ZodObject<typeof filesEnv>>;

/** True where files are taken at all. */
export function areFilesOn({ FILES_FOLDER, FILES_BUCKET }: Partial<FilesSettings>): boolean {
  return FILES_FOLDER !== undefined || FILES_BUCKET !== undefined;
}
