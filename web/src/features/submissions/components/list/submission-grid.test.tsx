import { automaticRoles } from '@inlet/contracts/field-roles';
import type { Submission } from '@inlet/contracts/submissions';
import { act, fireEvent, render, within } from '@testing-library/react';
import { createRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type GridHandle, SubmissionGrid } from '#features/submissions/components/list/submission-grid.tsx';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

const many = Array.from({ length: 5_000 }, (_, index) => buildSubmission({ data: { number: index } }));

// A page without a layout: a window of some height, a list at its top, and no measurements.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('innerHeight', 768);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => moveTo(top));
});

it('draws the visible rows and a few more, however many there are', async () => {
  await show(many);
  expect(shownNumbers()[0]).toBe(0);
  expect(shownNumbers().length).toBeLessThan(80);
  await scrollTo(36 * 4_000);
  expect(shownNumbers()).toContain(4_005);
  expect(shownNumbers().length).toBeLessThan(80);
  expect(document.querySelector('[role=grid]')).toHaveAttribute('aria-rowcount', '5001');
});

it('leaves above the first row the room of all that are not drawn', async () => {
  await show(many);
  await scrollTo(36 * 4_000);
  const [first = 0] = shownNumbers();
  expect(first).toBeGreaterThan(3_900);
  expect(document.querySelector('tbody')).toHaveStyle({ paddingTop: `${36 * first}px`, height: `${36 * 5_000}px` });
});

it('draws more rows in the direction of scrolling, and at either end in the only direction', async () => {
  await show(many);
  const ends = () => [shownNumbers()[0] ?? 0, shownNumbers().at(-1) ?? 0] as const;
  expect(ends()).toEqual([0, 31]);
  await scrollTo(36 * 4_000);
  expect(ends()).toEqual([3_992, 4_056]);
  await scrollTo(36 * 3_000);
  expect(ends()).toEqual([2_965, 3_029]);
  await scrollTo(0);
  expect(ends()).toEqual([0, 31]);
  await scrollTo(36 * 4_978);
  expect(ends()).toEqual([4_943, 4_999]);
});

it('says which rows can be seen, so that more is read in time', async () => {
  const { onView } = await show(many);
  await scrollTo(36 * 4_990);
  const [first, last] = onView.mock.lastCall ?? [];
  expect(first).toBeLessThan(4_990);
  expect(last).toBe(4_999);
});

it('keeps the places of rows that were let go of, and draws them as on their way', async () => {
  await show(many.slice(1_000), { start: 1_000, total: 5_000 });
  expect(shownNumbers()).toEqual([]);
  await scrollTo(36 * 1_000);
  expect(shownNumbers()).toContain(1_000);
  const row = [...document.querySelectorAll('tr[data-row]')].find(({ textContent }) => textContent.includes('1000'));
  expect(row).toHaveAttribute('aria-rowindex', '1002');
});

it('gives Tab one row, and the focus to whichever is gone to', async () => {
  const { handle } = await show(many);
  expect(document.querySelectorAll('tr[data-row] button[tabindex="0"]')).toHaveLength(1);
  await settle(() => handle.current?.goTo(3));
  expect(document.activeElement?.closest('tr')).toHaveTextContent('3');
});

it('leaves the focus to a field that is typed in by the time the row is drawn', async () => {
  const { handle } = await show(many);
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await settle(() => handle.current?.goTo(3));
  expect(field).toHaveFocus();
  field.remove();
});

it('says in which row the focus is', async () => {
  const { handle, onFocus } = await show(many.slice(0, 3));
  await settle(() => handle.current?.focus(many[1]?.id ?? ''));
  const box = document.querySelector<HTMLElement>('tr[data-row] input');
  await settle(() => box?.focus());
  expect(onFocus.mock.calls).toEqual([[many[1]?.id], [many[0]?.id]]);
});

it('distinguishes a click on a box from one on its row, and a range from a single row', async () => {
  const few = many.slice(0, 2);
  const { onToggle, onOpen } = await show(few);
  const [first, second] = document.querySelectorAll('tr[data-row] input:not([role=switch])');
  if (!first || !second) throw new Error('There are no boxes');
  fireEvent.click(first);
  fireEvent.click(second, { shiftKey: true });
  expect(onToggle.mock.calls).toEqual([
    [many[0]?.id, false],
    [many[1]?.id, true],
  ]);
  expect(onOpen).not.toHaveBeenCalled();
});

it('opens a row once, wherever it is pressed, and not at the end of a selection of text', async () => {
  const { onOpen } = await show(many.slice(0, 1));
  const row = document.querySelector('tr[data-row]');
  const parts = ['1 field submitted', 'example.com'].map((text) => within(row as HTMLElement).getByText(text));
  for (const part of [row, row?.querySelector('time'), row?.querySelector('[data-open]'), ...parts]) {
    onOpen.mockClear();
    fireEvent.click(part as Element);
    expect(onOpen.mock.calls).toEqual([[many[0]?.id]]);
  }
  onOpen.mockClear();
  getSelection()?.selectAllChildren(parts[0] as Element);
  fireEvent.click(parts[0] as Element);
  expect(onOpen).not.toHaveBeenCalled();
});

it('stars a row without opening it', async () => {
  const { onStar, onOpen } = await show(many.slice(0, 1));
  const star = document.querySelector('tr[data-row] [role=switch]');
  if (star) fireEvent.click(star);
  expect(onStar.mock.calls).toEqual([[many[0]]]);
  expect(onOpen).not.toHaveBeenCalled();
});

async function show(rows: readonly Submission[], { start = 0, total = rows.length } = {}) {
  const handle = createRef<GridHandle>();
  const handlers = { onView: vi.fn(), onToggle: vi.fn(), onOpen: vi.fn(), onFocus: vi.fn(), onStar: vi.fn() };
  const grid = (
    <SubmissionGrid
      handle={handle}
      rows={rows}
      start={start}
      total={total}
      columns={[{ name: 'number', label: 'number', width: 96, share: 96, isFlexible: true }]}
      roles={automaticRoles}
      isNarrow={false}
      currentId={null}
      openedId={null}
      sorting={{ by: { sort: '', order: '' }, change: () => undefined }}
      selected={new Set()}
      isNew={() => false}
      onToggleAll={() => undefined}
      onResize={() => undefined}
      onTop={() => undefined}
      {...handlers}
    />
  );
  await settle(() => render(grid));
  return { handle, ...handlers };
}

async function scrollTo(top: number): Promise<void> {
  await settle(() => moveTo(top));
}

/** Scrolls the window. */
function moveTo(top: number): void {
  vi.stubGlobal('scrollY', top);
  window.dispatchEvent(new Event('scroll'));
}

/** Runs an action, and waits for all of its effects, including the end of scrolling. */
async function settle(work: () => unknown): Promise<void> {
  await act(async () => {
    work();
    await vi.advanceTimersByTimeAsync(500);
  });
}

function shownNumbers(): number[] {
  return [...document.querySelectorAll('tr[data-row] bdi')].map(({ textContent }) => Number(textContent));
}
