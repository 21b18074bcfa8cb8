import { statfs } from 'node:fs/promises';
import * as z from 'zod';

/** Folders on volumes by name, as in `postgres=/volumes/postgres,redis=/volumes/redis`. */
export const volumesSchema = z
  .string()
  .regex(/^[a-z]+=\/[^,=]*(?:,[a-z]+=\/[^,=]*)*$/, 'must be names and folders, as in postgres=/volumes/postgres')
  .transform((text) => new Map(text.split(',').map((pair) => pair.split('=') as [name: string, folder: string])));

export type Volumes = z.output<typeof volumesSchema>;

/** The size and the free space of the volume that contains a folder. This needs no access to the folder itself. */
export async function roomOf(folder: string): Promise<{ size: number; free: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}
