import type { Readable } from 'node:stream';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { Blobs } from '#blobs.ts';
import type { FilesSettings } from '#files-env.ts';

/**
 * The smallest part that S3 accepts. Only one part is in memory at a time: it is sent before more of the file is read.
 */
const partBytes = 5 * 1_024 * 1_024;

/** Stores blobs in a bucket of any S3. The client is expensive to load, so it is loaded on first use. */
export function openS3Blobs(bucket: string, settings: Partial<FilesSettings>): Blobs {
  const name = { Bucket: bucket };
  let opened: ReturnType<typeof load> | undefined;
  const open = () => {
    opened ??= load(settings);
    return opened;
  };

  return {
    put: async (key, bytes) => {
      const { client, ...s3 } = await open();
      const target = { ...name, Key: key };
      const part = Buffer.allocUnsafeSlow(partBytes);
      const sent: { readonly ETag: string | undefined; readonly PartNumber: number }[] = [];
      let length = 0;
      let UploadId: string | undefined;
      const sendPart = async () => {
        UploadId ??= (await client.send(new s3.CreateMultipartUploadCommand(target))).UploadId;
        const PartNumber = sent.length + 1;
        const Body = part.subarray(0, length);
        const { ETag } = await client.send(new s3.UploadPartCommand({ ...target, UploadId, PartNumber, Body }));
        sent.push({ ETag, PartNumber });
        length = 0;
      };
      try {
        for await (const piece of bytes) {
          for (let at = 0, count = 0; at < piece.length; at += count, length += count) {
            if (length === partBytes) await sendPart();
            count = piece.copy(part, length, at);
          }
        }
        if (sent.length === 0) {
          await client.send(new s3.PutObjectCommand({ ...target, Body: part.subarray(0, length) }));
          return;
        }
        await sendPart();
        const MultipartUpload = { Parts: sent };
        await client.send(new s3.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
      } catch (error) {
        // A failure here must not hide the cause.
        const abort = new s3.AbortMultipartUploadCommand({ ...target, UploadId });
        if (UploadId !== undefined) await client.send(abort).catch(() => undefined);
        throw error;
      }
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
  const s3 = await import('@aws-sdk/client-s3');
  return { ...s3, client: new s3.S3Client(clientSettings(settings)) };
}

function clientSettings(settings: Partial<FilesSettings>): S3ClientConfig {
  const { FILES_ENDPOINT, FILES_REGION, FILES_KEY_ID, FILES_KEY_SECRET } = settings;
  return {
    region: FILES_REGION ?? 'us-east-1',
    // A store that hangs must not hold upload slots forever.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    // Other stores have the bucket in the path, and reject the checksums that Amazon's client adds on its own.
    ...(FILES_ENDPOINT !== undefined && { endpoint: FILES_ENDPOINT, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(FILES_KEY_ID &&
      FILES_KEY_SECRET && { credentials: { accessKeyId: FILES_KEY_ID, secretAccessKey: FILES_KEY_SECRET } }),
  };
}

/** Returns null if the object does not exist. */
async function orNull<Value>(attempt: Promise<Value>): Promise<Value | null> {
  return attempt.catch((error: { readonly $metadata?: { readonly httpStatusCode?: number } }) => {
    if (error.$metadata?.httpStatusCode === 404) return null;
    throw error;
  });
}
