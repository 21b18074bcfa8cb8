import { describe, expect, it } from 'vitest';
import {
  type InboxEvent,
  type InboxState,
  inboxAfter,
  initialInbox,
  isHeld,
  neighborOf,
  rowAfterRemoval,
  rowAfterStep,
  rowsToChange,
} from '#features/submissions/inbox/inbox-state.ts';
import { buildSubmission } from '#features/submissions/submission.test-setup.ts';

const rows = ['a', 'b', 'c', 'd'].map((id) => buildSubmission({ id }));
const [a, b, c, d] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
const nothing = initialInbox(true);

function after(events: readonly InboxEvent[], from: InboxState = nothing): InboxState {
  return events.reduce((state, event) => inboxAfter(state, event, rows), from);
}
const toggle = (id: string, isRange = false): InboxEvent => ({ type: 'toggle', id, isRange });
const selected = (...events: InboxEvent[]) => [...after(events).selection.ids].sort().join('');

describe('the state of an inbox', () => {
  it('begins with nothing selected, and with the shortcuts as they were kept', () => {
    expect(nothing).toMatchObject({ currentId: null, anchorId: null, dialog: null, hasShortcuts: true });
    expect(nothing.selection).toEqual({ ids: new Set(), isEverything: false });
    expect(initialInbox(false).hasShortcuts).toBe(false);
  });

  it('moves the current row, and forgets it', () => {
    expect(after([{ type: 'move', toId: 'b' }]).currentId).toBe('b');
    expect(after([{ type: 'move', toId: null }])).toBe(nothing);
    expect(
      after([
        { type: 'move', toId: 'b' },
        { type: 'move', toId: null },
      ]).currentId,
    ).toBeNull();
  });

  it('selects a row, and takes it out again', () => {
    expect(selected(toggle('b'), toggle('d'))).toBe('bd');
    expect(selected(toggle('b'), toggle('d'), toggle('b'))).toBe('d');
  });

  it('selects a range in either direction from the row before', () => {
    expect(selected(toggle('b'), toggle('d', true))).toBe('bcd');
    expect(selected(toggle('c'), toggle('a', true))).toBe('abc');
  });

  it('takes a range out where its last row was selected', () => {
    expect(selected({ type: 'select-loaded' }, toggle('b'), toggle('d', true))).toBe('a');
  });

  it('selects one row alone where a range has no beginning that is loaded', () => {
    expect(selected(toggle('c', true))).toBe('c');
    expect(selected(toggle('gone'), toggle('c', true))).toBe('cgone');
  });

  it('selects what is loaded, or everything', () => {
    expect(after([{ type: 'select-loaded' }]).selection).toEqual({ ids: new Set('abcd'), isEverything: false });
    expect(after([{ type: 'select-everything' }]).selection).toEqual({ ids: new Set('abcd'), isEverything: true });
  });

  it('is not everything any more once a row is toggled', () => {
    expect(after([{ type: 'select-everything' }, toggle('a')]).selection).toEqual({
      ids: new Set('bcd'),
      isEverything: false,
    });
  });

  it('clears the selection with the beginning of its range, and nothing else', () => {
    const state = after([{ type: 'move', toId: 'a' }, toggle('b'), { type: 'clear-selection' }]);
    expect(state).toEqual({ ...nothing, currentId: 'a' });
    expect([...inboxAfter(state, toggle('d', true), rows).selection.ids]).toEqual(['d']);
  });

  it('opens a dialog and closes it', () => {
    const open = after([{ type: 'open-dialog', dialog: 'columns' }]);
    expect(open.dialog).toBe('columns');
    expect(after([{ type: 'close-dialog' }], open)).toEqual(nothing);
  });

  it('switches the shortcuts', () => {
    expect(after([{ type: 'switch-shortcuts', isOn: false }]).hasShortcuts).toBe(false);
  });

  it('changes no state in place', () => {
    const before = after([toggle('a')]);
    inboxAfter(before, toggle('b'), rows);
    expect([...before.selection.ids]).toEqual(['a']);
  });
});

describe('the rows of an inbox', () => {
  it('hold still while one is open, some are selected or a dialog is open', () => {
    expect(isHeld(nothing, null)).toBe(false);
    expect(isHeld(nothing, 'a')).toBe(true);
    expect(isHeld(after([toggle('a')]), null)).toBe(true);
    expect(isHeld(after([{ type: 'open-dialog', dialog: 'help' }]), null)).toBe(true);
  });

  it('are changed if selected, else the current one is', () => {
    const onB = after([{ type: 'move', toId: 'b' }]);
    expect(rowsToChange(nothing, rows)).toEqual([]);
    expect(rowsToChange(onB, rows)).toEqual([b]);
    expect(rowsToChange(after([toggle('d'), toggle('a')], onB), rows)).toEqual([a, d]);
  });

  it('are left by no step', () => {
    expect(rowAfterStep(rows, null, -1)).toBe(a);
    expect(rowAfterStep(rows, 'gone', 1)).toBe(a);
    expect(rowAfterStep(rows, 'b', 1)).toBe(c);
    expect(rowAfterStep(rows, 'd', 1)).toBe(d);
    expect(rowAfterStep(rows, 'a', -1)).toBe(a);
    expect(rowAfterStep([], null, 1)).toBeUndefined();
  });

  it('have neighbors, but not at their ends', () => {
    expect(neighborOf(rows, 'b', -1)).toBe(a);
    expect(neighborOf(rows, 'a', -1)).toBeNull();
    expect(neighborOf(rows, 'd', 1)).toBeNull();
    expect(neighborOf(rows, null, 1)).toBeNull();
  });

  it('have a next one when some leave: the older one, else the oldest that stays', () => {
    expect(rowAfterRemoval(rows, [b])).toBe(c);
    expect(rowAfterRemoval(rows, [a, c])).toBe(d);
    expect(rowAfterRemoval(rows, [c, d])).toBe(b);
    expect(rowAfterRemoval(rows, rows)).toBeUndefined();
  });
});
