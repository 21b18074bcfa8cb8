import { readFile } from 'node:fs/promises';
import { HttpError, methodNotAllowed, notFound, serverError, unavailable } from '@inlet/http/errors';
import { expect, it } from 'vitest';
import * as submitErrors from '#refusals/submit-errors.ts';

const page = new URL('../../../../web/src/features/docs/pages/responses.mdx', import.meta.url);

/** Every kind of refusal of the endpoint, with example values for its variables. */
function allRefusals(): HttpError[] {
  const own = Object.values(submitErrors).filter((value) => typeof value === 'function');
  const kinds = [...own, methodNotAllowed, notFound, serverError, unavailable] as ((...args: unknown[]) => unknown)[];
  return kinds.map((kind) => kind('N', 'N')).filter((refusal) => refusal instanceof HttpError);
}

it('lists every refusal of the endpoint below its status, with its cause and fix', async () => {
  const text = await readFile(page, 'utf8');
  const sections = text.split(/^## /m).filter((section) => /^\d{3}\n/.test(section));
  const documented = sections.flatMap((section) =>
    section
      .split(/^### /m)
      .slice(1)
      .map((entry) => {
        expect(entry).toMatch(/\*\*Cause\.\*\* [\s\S]+\*\*Fix\.\*\* \S/);
        return `${section.slice(0, 3)} ${entry.split('\n')[0]}`;
      }),
  );
  const thrown = new Set(allRefusals().map(({ status, code }) => `${status} ${code}`));
  expect(thrown.size).toBeGreaterThan(12);
  expect(documented.toSorted()).toEqual([...thrown].toSorted());
});

it('quotes the messages of the endpoint', async () => {
  const quotes = [...(await readFile(page, 'utf8')).matchAll(/^“(.+)”$/gm)].map(([, quote]) => quote);
  const messages = allRefusals().map(({ message }) => message);
  expect(quotes.length).toBeGreaterThan(4);
  for (const quote of quotes) expect(messages).toContain(quote);
});
