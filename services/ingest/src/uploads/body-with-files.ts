import { bodyBytesMax } from '@inlet/contracts/forms';
import type { AcceptedUpload } from '@inlet/contracts/uploads';
import type { BodyRequest, BodyStream } from '@inlet/service/fast-request';
import { allowLongBody, discardLongBody } from '@inlet/service/long-body';
import type { ParseBody, ParsedBody } from '#bodies/parse-body.ts';
import { readBody } from '#bodies/read-body.ts';
import type { KnownForm } from '#forms/form-directory.ts';
import { announcedBytes, inOne, isShort, isStreamed, readUpload } from '#uploads/read-upload.ts';
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
  request: BodyRequest,
  form: KnownForm,
  network: string,
): BodyWithFiles {
  const maxBytes = form.bodyMaxBytes ?? bodyBytesMax;
  const sender = { network, socket: request.socket };
  let upload: Upload | undefined;
  let stream: BodyStream | undefined;
  return {
    read: async (parse) => {
      if (isStreamed(request, maxBytes)) {
        stream = request.stream();
        if (!(await isShort(stream, maxBytes))) {
          allowLongBody(stream);
          upload = await uploads.begin(form, sender, announcedBytes(stream, maxBytes));
          return { fields: await readUpload(stream, upload, maxBytes), json: null };
        }
      }
      const body = await parse(await readBody(request, maxBytes));
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
      if (stream) discardLongBody(stream);
    },
    abandon: () => {
      upload?.abandon();
      if (stream) discardLongBody(stream);
    },
  };
}
