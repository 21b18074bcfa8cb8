import type { Form } from '@inlet/contracts/forms';
import type { Role } from '@inlet/contracts/roles';
import type { User } from '@inlet/contracts/sessions';
import type { Submission } from '@inlet/contracts/submissions';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { expect, vi } from 'vitest';
import { RecentSubmissions } from '#features/submissions/components/inbox/recent-submissions.tsx';
import { undoMs } from '#features/submissions/pending-change.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';
import { renderApp } from '#lib/app.test-setup.tsx';

const formId = '01934f6e-5a7c-7000-8000-00000000f000';
/** The inbox reads only the role. */
const owner = { id: 'w-1', personId: 'p-1', role: 'owner', workspace: { id: 'w-1', name: 'Studio' } } as User;
export const calls = `/api/v1/forms/${formId}`;
export const firstPage = `${calls}/submissions?limit=200`;

export function stubBrowser(): void {
  // The time to undo never ends, so the test sees only the effect of an action, however slow the machine is.
  const { setTimeout } = globalThis;
  const withoutEnd = (work: () => void, ms?: number) => (ms === undoMs ? 0 : setTimeout(work, ms));
  vi.stubGlobal('setTimeout', withoutEnd);
  vi.stubGlobal('innerHeight', 768);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
}

interface Scene {
  readonly list?: Promise<unknown>;
  readonly path?: string;
  readonly answers?: Record<string, unknown>;
  readonly role?: Role;
}

export const changed = (total: number) => `event: changed\ndata: ${JSON.stringify({ formId, total })}\n\n`;

export async function show(names: readonly string[], { list, path = '', answers = {}, role = 'owner' }: Scene = {}) {
  const isSpam = path.includes('spam');
  const rows = names.map((name, index) =>
    buildSubmission({ data: { name }, isSpam, createdAt: `2026-11-20T14:05:0${9 - index}.000Z` }),
  );
  const live = liveStream();
  const counts = { inbox: 0, unread: 0, unreadIsExact: true, spam: 0, flagged: 0, refused: 0, tags: [] };
  const { requests, answer } = await renderApp({
    path: `/forms/${formId}${path}`,
    user: { ...owner, role },
    element: (
      <>
        <RecentSubmissions form={formWith(rows)} />
        <Link to={`/forms/${formId}/spam`}>Spam</Link>
        <Link to="/elsewhere">Away</Link>
      </>
    ),
    answers: {
      [firstPage]: list ?? pageOf(rows),
      [`${calls}/submissions?q=nothing&limit=200`]: pageOf([]),
      [`${calls}/submissions?spam=true&limit=200`]: pageOf(isSpam ? rows : []),
      [`${calls}/counts`]: counts,
      [`${calls}/fields`]: { fields: [] },
      [`${calls}/submissions/update`]: { updated: 1, isComplete: true, previous: [] },
      [`${calls}/submissions/delete`]: { count: 1 },
      [`${calls}/live`]: () => live.open(),
      ...answers,
    },
  });
  const requestsTo = (end: string) => requests.filter(({ path }) => path.endsWith(end));
  // The first rows wait for code that is loaded on demand, which fake timers cannot advance.
  if (!list && !path) await waitFor(() => expect(shownRows()).toEqual(names));
  return { rows, requestsTo, live, answer };
}

export async function chooseFirst(): Promise<void> {
  const [row] = document.querySelectorAll<HTMLElement>('tr[data-row]');
  if (!row) throw new Error('There is no row');
  await userEvent.click(within(row).getByRole('checkbox'));
}

export async function deleteFirst(): Promise<void> {
  await chooseFirst();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.getByText('1 submission deleted')).toBeVisible();
}

export function shownRows(): string[] {
  return [...document.querySelectorAll('tr[data-row] [data-open] bdi')].map(({ textContent }) => textContent);
}

export function pageOf(submissions: readonly Submission[]) {
  return { submissions, nextCursor: null, previousCursor: null, total: submissions.length, totalIsExact: true };
}

function formWith(rows: readonly Submission[]): Form {
  return {
    id: formId,
    userId: formId,
    name: 'Contact',
    description: null,
    endpointId: 'k3v9x0q2m7ab',
    endpointUrl: 'https://forms.example.net/api/forms/k3v9x0q2m7ab',
    allowedOrigins: ['https://example.com'],
    isActive: true,
    bodyMaxBytes: null,
    takesFiles: true,
    fileTypes: [],
    language: null,
    afterSending: { message: null, redirect: null, name: null, logo: null, color: null },
    fieldRoles: { name: null, subject: null, message: null },
    retentionDays: null,
    ...{ opensAt: null, closesAt: null, maxSubmissions: null, closedMessage: null },
    ...{ state: 'open', countedSubmissions: null },
    createdAt: '2026-11-20T14:05:09.000Z',
    submissionCount: rows.length,
    lastSubmissionAt: null,
  };
}

/** A stream that stays open and sends the events of a test. */
export function liveStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (own) => {
      controller = own;
    },
  });
  return {
    open: () => new Response(body),
    say: (text: string) => act(async () => controller?.enqueue(new TextEncoder().encode(text))),
  };
}
