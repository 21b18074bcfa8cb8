interface Explanation {
  readonly title: string;
  readonly cure: string;
  /** The page of the form that helps. */
  readonly page?: keyof typeof helpingPages;
}

/** The pages of a form that help, with the words of their links. */
export const helpingPages = {
  settings: 'Open the settings',
  'settings/closing': 'Open the settings',
  rules: 'Open the rules',
} as const;

const explanations: Readonly<Record<string, Explanation>> = {
  origin_not_allowed: {
    title: 'Origin not allowed',
    cure: 'The website is not among the allowed origins of this form. If it is yours, allow it.',
    page: 'settings',
  },
  form_not_found: { title: 'Form not active', cure: 'The form was switched off. Switch it on.', page: 'settings' },
  form_closed: {
    title: 'Form closed',
    cure: 'Its closing time was over, or it had taken its maximum number of submissions.',
    page: 'settings/closing',
  },
  not_open_yet: {
    title: 'Form not open yet',
    cure: 'Its opening time had not come.',
    page: 'settings/closing',
  },
  malformed_body: {
    title: 'Body not readable',
    cure: 'The body does not match its content type.',
  },
  not_an_object: { title: 'Not an object', cure: 'A JSON body must be an object with fields.' },
  empty_submission: {
    title: 'No fields',
    cure: 'Nothing was filled in, or the inputs of the form have no name attribute.',
  },
  invalid_fields: {
    title: 'Fields not accepted',
    cure: 'A field broke a rule of the form. Or there were too many fields, a name that is too long, values nested too deeply, or a character that cannot be stored.',
    page: 'rules',
  },
  invalid_idempotency_key: {
    title: 'Idempotency key not valid',
    cure: 'The key must have between 1 and 255 characters.',
  },
  idempotency_key_reused: {
    title: 'Idempotency key used for other fields',
    cure: 'A key belongs to one submission. The page must make a new key when the visitor changes a field.',
  },
  too_large: { title: 'Too large', cure: 'A submission can have 1 MB at most.' },
  unsupported_type: {
    title: 'Content type not supported',
    cure: 'Send JSON, urlencoded or multipart fields.',
  },
  no_file_uploads: { title: 'Files are refused', cure: 'The form takes no files. Switch them on.', page: 'settings' },
  too_many_files: { title: 'Too many files', cure: 'A submission can have 10 files at most.' },
  files_too_big: { title: 'File too large', cure: 'A file can have 25 MB at most.' },
  file_type_not_accepted: {
    title: 'Type of file not accepted',
    cure: 'The form’s settings name the types of files that it accepts.',
    page: 'settings',
  },
  upload_too_slow: { title: 'Upload too slow', cure: 'The visitor’s connection was too slow for the files.' },
  storage_limit_reached: {
    title: 'Storage limit reached',
    cure: 'Delete submissions with files, or choose a larger plan.',
  },
  rate_limited: {
    title: 'Too many requests',
    cure: 'One IP address sent too many submissions in a minute. It can try again later.',
  },
  submission_limit_reached: {
    title: 'Monthly submission limit reached',
    cure: 'No more submissions are accepted until next month.',
  },
  byte_limit_reached: {
    title: 'Monthly data limit reached',
    cure: 'Only submissions that are small enough for the rest of the month’s data are accepted until next month.',
  },
};

/** Explains a reason to the form's owner; a newer service may send reasons that this page does not know. */
export function explainRefusal(reason: string): Explanation {
  return explanations[reason] ?? { title: reason.replaceAll('_', ' '), cure: 'The request was refused.' };
}
