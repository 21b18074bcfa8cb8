/** A filter for a form's submissions, as in the address bar. */
export interface Filter {
  readonly folder: Folder;
  readonly q: string;
  /** Days of the reader's calendar, such as `2026-11-20`; the range includes the last day. */
  readonly from: string;
  readonly to: string;
  readonly origin: string;
  readonly read: '' | 'true' | 'false';
  readonly starred: '' | 'true';
  /** True for submissions that break a rule of the form. */
  readonly ruleErrors: '' | 'true' | 'false';
  /** True for submissions whose visitor has confirmed the address. */
  readonly confirmed: '' | 'true' | 'false';
  readonly status: '' | 'open' | 'done';
  readonly tag: string;
  /** `me`, `none`, or the id of a member. */
  readonly assignee: string;
  /** The field that the list is sorted by; empty means by time. */
  readonly sort: string;
  readonly order: '' | 'asc' | 'desc';
}

export const folders = ['inbox', 'spam', 'refused'] as const;
export type Folder = (typeof folders)[number];

/** The value for submissions from an unknown website. */
export const unknownOrigin = 'none';
export const searchMaxLength = 200;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** The folder in an address, such as `/forms/1/spam`. */
export function folderOf(pathname: string): Folder {
  return folders.find((name) => pathname.endsWith(`/${name}`)) ?? 'inbox';
}

export function readFilter(folder: Folder, params: URLSearchParams): Filter {
  return {
    folder,
    q: (params.get('q') ?? '').trim().slice(0, searchMaxLength),
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
    origin: params.get('origin') ?? '',
    read: oneOf(['true', 'false'], params.get('read')),
    starred: oneOf(['true'], params.get('starred')),
    ruleErrors: oneOf(['true', 'false'], params.get('ruleErrors')),
    confirmed: oneOf(['true', 'false'], params.get('confirmed')),
    status: oneOf(['open', 'done'], params.get('status')),
    tag: params.get('tag') ?? '',
    assignee: assigneeIn(params.get('assignee')),
    sort: params.get('sort') ?? '',
    order: oneOf(['asc', 'desc'], params.get('order')),
  };
}

const assigneePattern = /^(?:me|none|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

function assigneeIn(text: string | null): string {
  return text !== null && assigneePattern.test(text) ? text : '';
}

function oneOf<Word extends string>(words: readonly Word[], text: string | null): Word | '' {
  return words.find((word) => word === text) ?? '';
}

export type FilterChange = Partial<Omit<Filter, 'folder'>>;

/** The query of the address with a changed filter; empty values are omitted. */
export function writeFilter(params: URLSearchParams, change: FilterChange): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  next.delete('submission');
  return next;
}

export const noFilter = {
  q: '',
  from: '',
  to: '',
  origin: '',
  read: '',
  starred: '',
  ruleErrors: '',
  confirmed: '',
  status: '',
  tag: '',
  assignee: '',
  sort: '',
  order: '',
} as const satisfies Omit<Filter, 'folder'>;

/** Parameters that do not narrow the list. */
const sorting: readonly string[] = ['folder', 'sort', 'order'];

export function isFiltered(filter: Filter): boolean {
  return Object.entries(filter).some(([name, value]) => !sorting.includes(name) && value !== '');
}

/** True if the filter matches a row with this status. */
export function hasStatusOf(filter: Filter, status: 'open' | 'done'): boolean {
  return filter.status === '' || filter.status === status;
}

/** True if the list is not sorted newest first. */
export function isSorted({ sort, order }: Filter): boolean {
  return sort !== '' || order === 'asc';
}

/** The filter in a request body. */
export function filterBody(filter: Filter) {
  const { folder, q, from, to, origin, read, starred, ruleErrors, confirmed, status, tag, assignee } = filter;
  return {
    ...(q !== '' && { q }),
    ...(from !== '' && { from: startOfDay(from).toISOString() }),
    ...(to !== '' && { to: startOfDay(to, 1).toISOString() }),
    ...(origin !== '' && { origin }),
    ...(folder === 'spam' && { spam: true }),
    ...(read !== '' && { read: read === 'true' }),
    ...(starred !== '' && { starred: true }),
    ...(ruleErrors !== '' && { ruleErrors: ruleErrors === 'true' }),
    ...(confirmed !== '' && { confirmed: confirmed === 'true' }),
    ...(status !== '' && { status }),
    ...(tag !== '' && { tag }),
    ...(assignee !== '' && { assignee }),
  };
}

/** The filter in a query, with the order. */
export function filterQuery(filter: Filter) {
  const { sort, order } = filter;
  return { ...filterBody(filter), ...(sort !== '' && { sort }), ...(order !== '' && { order }) };
}

function dayIn(text: string | null): string {
  return text !== null && dayPattern.test(text) && !Number.isNaN(startOfDay(text).getTime()) ? text : '';
}

/** The first moment of a day in the reader's time zone, plus a number of days. */
function startOfDay(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later);
}
