import type { Form } from '@inlet/contracts/forms';
import type { SavedRules } from '@inlet/contracts/saved-rules';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePageRules } from '#features/forms/page/api/use-page-fields.ts';
import { PageFields } from '#features/forms/page/page-fields.tsx';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

const form = { id: 'f1', takesFiles: true } as Form;
const path = '/api/v1/forms/f1/rules';
const rulesOf = (names: string, version: number): SavedRules => ({
  ...{ mode: 'warn', unknown: 'keep', version },
  fields: [...names].map((name) => ({ name, type: 'text' })),
});

function Fields() {
  const { data } = usePageRules(form.id);
  return data ? <PageFields form={form} rules={data} /> : null;
}

it('two quick moves overwrite nothing that somebody else has saved', async () => {
  let stored = rulesOf('abc', 1);
  const sent: SavedRules[] = [];
  const changed = refusal(409, 'rules_changed', 'Somebody changed the rules. Read them again first.');
  const answer = ({ body }: { body: unknown }) => {
    if (body === null) return stored;
    sent.push(body as SavedRules);
    return sent.at(-1)?.version === stored.version ? body : changed;
  };
  await renderApp({ path: '/', element: <Fields />, answers: { [path]: answer } });
  const button = await screen.findByRole('button', { name: 'Move a down' });
  stored = rulesOf('xyz', 2);
  fireEvent.click(button);
  fireEvent.click(screen.getByRole('button', { name: 'Move c up' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ version }) => version)).toEqual([1, 1]);
  expect(await screen.findByRole('button', { name: 'Move x down' })).toBeVisible();
});

it('a move that waits for an earlier one goes on from its version', async () => {
  const sent: SavedRules[] = [];
  const isMovedTwice = Promise.withResolvers<void>();
  const answer = async ({ body }: { body: unknown }) => {
    if (body === null) return rulesOf('abc', 1);
    sent.push(body as SavedRules);
    const version = sent.length + 1;
    await isMovedTwice.promise;
    return { ...(body as SavedRules), version };
  };
  await renderApp({ path: '/', element: <Fields />, answers: { [path]: answer } });
  fireEvent.click(await screen.findByRole('button', { name: 'Move a down' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('b'));
  fireEvent.click(screen.getByRole('button', { name: 'Move c up' }));
  isMovedTwice.resolve();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ version, fields }) => [version, fields.map(({ name }) => name).join('')])).toEqual([
    [1, 'bac'],
    [2, 'bca'],
  ]);
});
