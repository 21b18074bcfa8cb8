import type { IncomingMessage } from 'node:http';
import { bodyBytesMax } from '@inlet/contracts/forms';
import type { AcceptedUpload } from '@inlet/contracts/uploads';
import { allowLongBody, discardLongBody } from '@inlet/service/long-body';
import { readShortBody } from '@inlet/service/read-body';
import type { ParseBody, ParsedBody } from '#bodies/parse-body.ts';
import { readFormBody } from '#bodies/read-form-body.ts';
import type { KnownForm } from '#forms/form-directory.ts';
import { announcedBytes, inOne, isMultipart, readUpload } from '#uploads/read-upload.ts';
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
  request: IncomingMessage,
  form: KnownForm,
  network: string,
): BodyWithFiles {
  const maxBytes = form.bodyMaxBytes ?? bodyBytesMax;
  const sender = { network, socket: request.socket };
  let upload: Upload | undefined;
  return {
    read: async (parse) => {
      const bytes = isMultipart(request) ? await readShortBody(request, maxBytes) : await readFormBody(request, form);
      if (bytes === null) {
        allowLongBody(request);
        upload = await uploads.begin(form, sender, announcedBytes(request, maxBytes));
        return { fields: await readUpload(request, upload, maxBytes), json: null };
      }
      const body = await parse(bytes);
      if (body.files) {
        const fileBytes = body.files.reduce((sum, { content }) => sum + content.length, 0);
        upload = await uploads.begin(form, sender, fileBytes);
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
