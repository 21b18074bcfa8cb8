import type { Submission } from '@inlet/contracts/submissions';

export type DialogName = 'help' | 'delete-matching' | 'similar' | 'columns';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** All submissions that match the filter, loaded or not. */
  readonly isEverything: boolean;
}

/** The state of an inbox besides the address, which contains the filter and the open submission. */
export interface InboxState {
  /** The row that keys act on. */
  readonly currentId: string | null;
  readonly selection: Selection;
  /** The row that was selected last; a range starts there. */
  readonly anchorId: string | null;
  readonly dialog: DialogName | null;
  readonly hasShortcuts: boolean;
}

export type InboxEvent =
  | { readonly type: 'move'; readonly toId: string | null }
  | { readonly type: 'toggle'; readonly id: string; readonly isRange: boolean }
  | { readonly type: 'select-loaded' }
  | { readonly type: 'select-everything' }
  | { readonly type: 'clear-selection' }
  | { readonly type: 'open-dialog'; readonly dialog: DialogName }
  | { readonly type: 'close-dialog' }
  | { readonly type: 'switch-shortcuts'; readonly isOn: boolean };

type Rows = readonly Submission[];

const nothingSelected = { anchorId: null, selection: { ids: new Set<string>(), isEverything: false } };

export function initialInbox(hasShortcuts: boolean): InboxState {
  return { currentId: null, ...nothingSelected, dialog: null, hasShortcuts };
}

/** The state after an event, given the loaded rows. */
export function inboxAfter(state: InboxState, event: InboxEvent, rows: Rows): InboxState {
  switch (event.type) {
    case 'move':
      return event.toId === state.currentId ? state : { ...state, currentId: event.toId };
    case 'toggle':
      return toggled(state, event, rows);
    case 'select-loaded':
      return { ...state, selection: { ids: idsOf(rows), isEverything: false } };
    case 'select-everything':
      return { ...state, selection: { ids: idsOf(rows), isEverything: true } };
    case 'clear-selection':
      return { ...state, ...nothingSelected };
    case 'open-dialog':
      return { ...state, dialog: event.dialog };
    case 'close-dialog':
      return { ...state, dialog: null };
    case 'switch-shortcuts':
      return { ...state, hasShortcuts: event.isOn };
  }
}

/** Toggles one row; a range gives all rows between it and the anchor the row's new state. */
function toggled(state: InboxState, { id, isRange }: { id: string; isRange: boolean }, rows: Rows): InboxState {
  const ids = new Set(state.selection.ids);
  const isSelected = !ids.has(id);
  for (const each of isRange ? idsBetween(rows, state.anchorId, id) : [id]) {
    if (isSelected) ids.add(each);
    else ids.delete(each);
  }
  return { ...state, anchorId: id, selection: { ids, isEverything: false } };
}

function idsBetween(rows: Rows, from: string | null, to: string): string[] {
  const [a, b] = [indexOf(rows, from), indexOf(rows, to)];
  if (a === -1 || b === -1) return [to];
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1).map(({ id }) => id);
}

/** Rows are held while one is open, several are selected or a dialog is open. */
export function isHeld({ selection, dialog }: InboxState, openedId: string | null): boolean {
  return openedId !== null || selection.ids.size > 0 || dialog !== null;
}

/** The rows that an action applies to: the selected ones, or the current one without a selection. */
export function rowsToChange({ selection, currentId }: InboxState, rows: Rows): Rows {
  return rows.filter(({ id }) => (selection.ids.size > 0 ? selection.ids.has(id) : id === currentId));
}

/** The row that a step leads to: it stays within the list, and starts at the top. */
export function rowAfterStep(rows: Rows, currentId: string | null, by: 1 | -1): Submission | undefined {
  const index = indexOf(rows, currentId);
  return index === -1 ? rows[0] : rows[Math.max(0, Math.min(rows.length - 1, index + by))];
}

/** The neighbour of a row; null at the ends, or if the neighbour is not loaded. */
export function neighborOf(rows: Rows, id: string | null, by: 1 | -1): Submission | null {
  const index = indexOf(rows, id);
  return index === -1 ? null : (rows[index + by] ?? null);
}

/** The row that becomes current when others leave the list: the next older row, otherwise the oldest that stays. */
export function rowAfterRemoval(rows: Rows, removed: Rows): Submission | undefined {
  const ids = idsOf(removed);
  const last = rows.findLastIndex(({ id }) => ids.has(id));
  return rows.slice(last + 1).find(({ id }) => !ids.has(id)) ?? rows.findLast(({ id }) => !ids.has(id));
}

function idsOf(rows: Rows): Set<string> {
  return new Set(rows.map(({ id }) => id));
}

function indexOf(rows: Rows, id: string | null): number {
  return id === null ? -1 : rows.findIndex((row) => row.id === id);
}
