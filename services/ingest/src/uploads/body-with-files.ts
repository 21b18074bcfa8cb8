import { bodyBytesMax } from '@inlet/contracts/forms';
import type { AcceptedUpload } from '@inlet/contracts/uploads';
import type { DirectRequest } from '@inlet/service/direct-request';
import { allowLongBody, discardLongBody } from '@inlet/service/long-body';
import type { ParseBody, ParsedBody } from '#bodies/parse-body.ts';
import { readBody } from '#bodies/read-body.ts';
import type { KnownForm } from '#forms/form-directory.ts';
import { announcedBytes, isShort, isStreamed, readUpload } from '#uploads/read-upload.ts';
import type { Upload, Uploads } from '#uploads/uploads.ts';

/** A body that may bring files, which are stored before their submission. */
export interface BodyWithFiles {
  /** Reads the body and stores its files. */
  readonly read: (parse: ParseBody) => Promise<ParsedBody>;
  /** The stored files, or undefined without any. No more come. */
  readonly stored: () => AcceptedUpload | undefined;
  /** Reads no more, and leaves what was stored. */
  readonly leave: () => void;
  /** Reads no more, and gives up what was stored, because no submission has it. */
  readonly abandon: () => void;
}

export function openBodyWithFiles(
  uploads: Uploads,
  request: DirectRequest,
  form: KnownForm,
  network: string,
): BodyWithFiles {
  const maxBytes = form.bodyMaxBytes ?? bodyBytesMax;
  const sender = { network, socket: request.socket };
  let upload: Upload | undefined;
  return {
    read: async (parse) => {
      if (isStreamed(request, maxBytes) && !(await isShort(request, maxBytes))) {
        allowLongBody(request);
        upload = await uploads.begin(form, sender, announcedBytes(request, maxBytes));
        return { fields: await readUpload(request, upload, maxBytes), json: null };
      }
      const body = parse(await readBody(request, maxBytes));
      if (body.files) {
        const bytes = body.files.reduce((sum, { content }) => sum + content.length, 0);
        upload = await uploads.begin(form, sender, bytes);
        for (const { field, filename, content } of body.files) await upload.add(field, filename, inOne(content));
      }
      return body;
    },
    stored: () => {
      const stored = upload?.accepted();
      upload?.end();
      return stored;
    },
    leave: () => {
      upload?.end();
      discardLongBody(request);
    },
    abandon: () => {
      upload?.abandon();
      discardLongBody(request);
    },
  };
}

async function* inOne(content: Buffer): AsyncGenerator<Buffer> {
  if (content.length > 0) yield content;
}
