import { expect, it } from 'vitest';
import { buildDocument } from '#http/openapi/build-document.ts';

const published = '../../../../../web/src/features/docs/reference/openapi.json';

// After a change of the API: npx vitest run --project unit published-description -u
it('is what the documentation was built with', async () => {
  const document = buildDocument('https://inlet.example');
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(published);
});
