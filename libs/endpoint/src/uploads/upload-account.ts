import type { UploadAnswer, UploadRequest } from '@inlet/contracts/uploads';

/** Reserves storage for the files of a submission. */
export interface UploadAccount {
  readonly openUpload: (request: UploadRequest) => Promise<UploadAnswer>;
  readonly cancelUpload: (id: string) => Promise<void>;
}
