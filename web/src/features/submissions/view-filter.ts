import type { ViewFilter } from '@inlet/contracts/inbox-views';
import type { Filter } from '#features/submissions/filter.ts';

/** The filter of the address bar as a view stores it; days stay days. */
export function viewOfFilter({ folder, read, starred, ruleErrors, confirmed, ...words }: Filter): ViewFilter {
  const set = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== ''));
  return {
    ...set,
    ...(folder === 'spam' && { spam: true }),
    ...(read !== '' && { read: read === 'true' }),
    ...(starred !== '' && { starred: true }),
    ...(ruleErrors !== '' && { ruleErrors: ruleErrors === 'true' }),
    ...(confirmed !== '' && { confirmed: confirmed === 'true' }),
  };
}

/** A view as parameters of the address. */
export function filterOfView(view: ViewFilter): Omit<Filter, 'folder'> {
  const { read, starred, ruleErrors, confirmed, from = '', to = '', ...words } = view;
  return {
    q: words.q ?? '',
    origin: words.origin ?? '',
    status: words.status ?? '',
    tag: words.tag ?? '',
    assignee: words.assignee ?? '',
    sort: words.sort ?? '',
    order: words.order ?? '',
    from: from.slice(0, 10),
    to: to.slice(0, 10),
    read: wordOf(read),
    ruleErrors: wordOf(ruleErrors),
    confirmed: wordOf(confirmed),
    starred: starred ? 'true' : '',
  };
}

function wordOf(value: boolean | undefined): '' | 'true' | 'false' {
  if (value === undefined) return '';
  return value ? 'true' : 'false';
}
