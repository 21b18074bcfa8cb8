import * as z from 'zod';

/** Where the bytes of files are kept. Without it, forms take no files. */
export const filesEnv = {
  /** A folder that ingest, account and worker share. */
  FILES_FOLDER: z.string().startsWith('/', 'must be the path of a folder').optional(),
};

export type FilesSettings = z.output<z.ZodObject<typeof filesEnv>>;

/** True where files are taken at all. */
export function areFilesOn({ FILES_FOLDER }: Partial<FilesSettings>): boolean {
  return FILES_FOLDER !== undefined;
}
