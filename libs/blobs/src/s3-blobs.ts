import { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { FilesSettings } from '@inlet/service/files-env';
import type { Blobs } from '#blobs.ts';

/** The smallest part that S3 takes. One part of a file is under way while the next one is read. */
const partBytes = 5 * 1_024 * 1_024;

/** Blobs in a bucket of any S3. The client is loaded when it is needed first: it is dear to load. */
export function openS3Blobs(bucket: string, settings: Partial<FilesSettings>): Blobs {
  const name = { Bucket: bucket };
  let opened: ReturnType<typeof load> | undefined;
  const open = () => {
    opened ??= load(settings);
    return opened;
  };

  return {
    put: async (key, bytes) => {
      const { client, Upload } = await open();
      let broken: { readonly error: unknown } | undefined;
      async function* source() {
        try {
          yield* bytes;
        } catch (error) {
          broken = { error };
          throw error;
        }
      }
      const params = { ...name, Key: key, Body: Readable.from(source(), { objectMode: false }) };
      // Where it fails it takes its parts back. What fails then must not hide the cause.
      await new Upload({ client, params, partSize: partBytes, queueSize: 1 }).done().catch((error: unknown) => {
        throw broken ? broken.error : error;
      });
    },
    get: async (key) => {
      const { client, GetObjectCommand } = await open();
      const found = await orNull(client.send(new GetObjectCommand({ ...name, Key: key })));
      return found ? (found.Body as Readable) : null;
    },
    sizeOf: async (key) => {
      const { client, HeadObjectCommand } = await open();
      const found = await orNull(client.send(new HeadObjectCommand({ ...name, Key: key })));
      return found?.ContentLength ?? null;
    },
    delete: async (key) => {
      const { client, DeleteObjectCommand } = await open();
      await orNull(client.send(new DeleteObjectCommand({ ...name, Key: key })));
    },
    list: async function* (prefix) {
      const { client, paginateListObjectsV2 } = await open();
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { ...name, Prefix: prefix })) {
        for (const { Key } of Contents) if (Key !== undefined) yield Key;
      }
    },
  };
}

async function load(settings: Partial<FilesSettings>) {
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  return { ...s3, Upload, client: new s3.S3Client(clientSettings(settings)) };
}

function clientSettings(settings: Partial<FilesSettings>): S3ClientConfig {
  const { FILES_ENDPOINT, FILES_REGION, FILES_KEY_ID, FILES_KEY_SECRET } = settings;
  return {
    region: FILES_REGION ?? 'us-east-1',
    // Other stores have the bucket in the path, and refuse the checksums that Amazon's client adds by itself.
    ...(FILES_ENDPOINT !== undefined && { endpoint: FILES_ENDPOINT, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(FILES_KEY_ID &&
      FILES_KEY_SECRET && { credentials: { accessKeyId: FILES_KEY_ID, secretAccessKey: FILES_KEY_SECRET } }),
  };
}

/** Null for what is not there. */
async function orNull<Value>(attempt: Promise<Value>): Promise<Value | null> {
  return attempt.catch((error: { readonly $metadata?: { readonly httpStatusCode?: number } }) => {
    if (error.$metadata?.httpStatusCode === 404) return null;
    throw error;
  });
}
