import type { SubmittedFile } from '@inlet/contracts/files';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Tags } from '#features/submissions/components/list/tags.tsx';
import { FileList } from '#features/submissions/components/pane/file-list.tsx';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { refusal, renderApp } from '#lib/app.test-setup.tsx';

const file = (name: string, overrides: Partial<SubmittedFile> = {}): SubmittedFile => ({
  id: `id of ${name}`,
  field: 'cv',
  name,
  type: 'application/pdf',
  size: 2_400_000,
  state: 'available',
  url: `https://files.example/${name}`,
  ...overrides,
});

async function show(files: SubmittedFile[], answer?: unknown) {
  const submission = buildSubmission({ files });
  const call = `/api/v1/forms/${submission.formId}/submissions/${submission.id}/files`;
  const fresh = {
    files: files.map((one) => ({ ...one, url: `${one.url}?new` })),
    archiveUrl: 'https://files.example/all',
  };
  await renderApp({
    path: '/inbox',
    element: <FileList submission={submission} />,
    answers: { [call]: answer ?? fresh },
  });
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.href);
  });
  return followed;
}

it('downloads a file, or all of them, by a link that is new', async () => {
  const followed = await show([file('a.pdf'), file('b.pdf')]);
  expect(screen.getByRole('heading', { name: '2 files' })).toBeVisible();
  expect(screen.getAllByText('2.4 MB · application/pdf · cv')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Download b.pdf' }));
  await vi.waitFor(() => expect(followed).toEqual(['https://files.example/b.pdf?new']), 60_000);
  fireEvent.click(screen.getByRole('button', { name: 'Download all' }));
  await vi.waitFor(() => expect(followed[1]).toBe('https://files.example/all'), 60_000);
});

it('says why a file cannot be downloaded, and offers no button for it', async () => {
  await show([file('a.exe', { state: 'quarantined', url: null }), file('b.pdf', { state: 'scanning', url: null })]);
  expect(screen.getByText('A virus was found. It cannot be downloaded.')).toBeVisible();
  expect(screen.getByText('Being scanned for viruses')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('says that a download failed', async () => {
  const followed = await show([file('a.pdf')], refusal(404, 'submission_not_found', 'Submission not found'));
  fireEvent.click(screen.getByRole('button', { name: 'Download a.pdf' }));
  expect(await screen.findByText('Submission not found')).toBeVisible();
  expect(followed).toEqual([]);
});

it('marks a row with files', () => {
  render(<Tags submission={buildSubmission({ files: [file('a.pdf')] })} />);
  expect(screen.getByText('1 file')).toBeInTheDocument();
});
