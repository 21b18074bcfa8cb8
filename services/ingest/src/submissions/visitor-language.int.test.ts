import type { FormEntry } from '@inlet/contracts/form-directory';
import { describe, expect, it } from 'vitest';
import { ingest, queuedOf, setUpIngestWithFiles } from '#uploads/ingest-with-files.test-setup.ts';

setUpIngestWithFiles();

/** The language that is kept with a submission. */
async function languageFor(form: Partial<FormEntry>, accepted: string) {
  const id = crypto.randomUUID();
  const { status } = await fetch(`${ingest.url}/f/${await ingest.addForm({ ...form, id })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': accepted },
    body: '{"name":"Ada"}',
  });
  expect(status).toBe(200);
  return (await queuedOf(id)).map(({ visitorLanguage }) => visitorLanguage);
}

describe('the language of a visitor', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de'],
    ['xx,ja;q=0.1', 'ja'],
    // A mail is in English anyway.
    ['en-GB,de;q=0.9', undefined],
    ['xx', undefined],
  ] as const)('is kept by a form that mails its visitors: %s', async (accepted, language) => {
    expect(await languageFor({ mailsVisitors: true }, accepted)).toEqual([language]);
  });

  it('is not kept by a form that sends them no mails', async () => {
    expect(await languageFor({}, 'de')).toEqual([undefined]);
  });
});
