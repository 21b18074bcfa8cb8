import { rm } from 'node:fs/promises';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import S3rver from 's3rver';
import type { FilesSettings } from '#files-env.ts';

export interface TestS3 {
  /** The settings for its one bucket. */
  readonly settings: Partial<FilesSettings> & Record<string, string>;
  readonly close: () => Promise<void>;
}

/** An S3 that stores objects but does not check signatures, so it proves nothing about access. */
export async function startTestS3(): Promise<TestS3> {
  const directory = await makeTemporaryFolder('inlet-s3-');
  const configureBuckets = [{ name: 'files' }];
  const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const { port } = await s3.run();
  return {
    settings: {
      FILES_BUCKET: 'files',
      FILES_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_REGION: 'us-east-1',
      FILES_KEY_ID: 'S3RVER',
      FILES_KEY_SECRET: 'S3RVER',
    },
    close: async () => {
      s3.httpServer.closeAllConnections();
      await s3.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
