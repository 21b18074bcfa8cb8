import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ReferenceEntry } from '#features/docs/reference/reference-entry.tsx';

it('an entry that the page does not bring along is written', () => {
  render(
    <ReferenceEntry id="listForms">
      <h3 id="listForms">List the forms</h3>
    </ReferenceEntry>,
  );
  expect(screen.getByRole('article').innerHTML).toBe('<h3 id="listForms">List the forms</h3>');
});
