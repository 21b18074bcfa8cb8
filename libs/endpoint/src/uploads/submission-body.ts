import type { IncomingMessage } from 'node:http';
import { bodyBytesMax } from '@inlet/contracts/forms';
import type { AcceptedUpload } from '@inlet/contracts/uploads';
import { allowLongBody, discardLongBody } from '@inlet/http/long-body';
import { readShortBody } from '@inlet/http/read-body';
import { bodyParser, type ParsedBody } from '#bodies/parse-body.ts';
import { readFormBody } from '#bodies/read-form-body.ts';
import type { KnownForm } from '#forms/known-form.ts';
import { announcedBytes, inOne, isMultipart, readUpload } from '#uploads/read-upload.ts';
import type { Upload, Uploads } from '#uploads/uploads.ts';

interface ReadBody extends ParsedBody {
  /** The files, which are already stored; undefined without files. */
  readonly upload: AcceptedUpload | undefined;
}

/** The body of one request. Its files are stored before its submission. */
export class SubmissionBody {
  readonly #uploads: Pick<Uploads, 'begin'>;
  readonly #request: IncomingMessage;
  readonly #form: KnownForm;
  readonly #network: string;
  #upload: Upload | undefined;
  #isAbandoned = false;

  constructor(uploads: Pick<Uploads, 'begin'>, request: IncomingMessage, form: KnownForm, network: string) {
    this.#uploads = uploads;
    this.#request = request;
    this.#form = form;
    this.#network = network;
  }

  /** Reads the body, checks its fields and stores its files: all or nothing. */
  async read(): Promise<ReadBody> {
    try {
      const body = await this.#readAll();
      const upload = this.#upload?.accepted();
      if (upload) this.#upload?.end();
      else this.abandon();
      return { ...body, upload };
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /** Abandons the files, because no submission has them, and stops reading. */
  abandon(): void {
    if (this.#isAbandoned) return;
    this.#isAbandoned = true;
    this.#upload?.abandon();
    discardLongBody(this.#request);
  }

  async #readAll(): Promise<ParsedBody> {
    const request = this.#request;
    const maxBytes = this.#form.bodyMaxBytes ?? bodyBytesMax;
    const parse = bodyParser(request.headers, this.#form.files !== undefined);
    const mayBeLong = this.#form.files && isMultipart(request);
    const bytes = mayBeLong ? await readShortBody(request, maxBytes) : await readFormBody(request, this.#form);
    if (bytes === null) {
      allowLongBody(request);
      const upload = await this.#begin(announcedBytes(request, maxBytes));
      return { fields: await readUpload(request, upload, maxBytes), json: null };
    }
    const body = await parse(bytes);
    if (body.files) await this.#storeFiles(body.files);
    return body;
  }

  async #storeFiles(files: NonNullable<ParsedBody['files']>): Promise<void> {
    const upload = await this.#begin(files.reduce((sum, { content }) => sum + content.length, 0));
    for (const { field, filename, content } of files) await upload.add(field, filename, inOne(content));
  }

  async #begin(bytes: number): Promise<Upload> {
    const sender = { network: this.#network, socket: this.#request.socket };
    this.#upload = await this.#uploads.begin(this.#form, sender, bytes);
    return this.#upload;
  }
}
