import BookOpen from 'virtual:lucide/book-open';
import BarChart from 'virtual:lucide/chart-column';
import Check from 'virtual:lucide/check-check';
import CreditCard from 'virtual:lucide/credit-card';
import Download from 'virtual:lucide/download';
import House from 'virtual:lucide/house';
import Inbox from 'virtual:lucide/inbox';
import LogOut from 'virtual:lucide/log-out';
import Moon from 'virtual:lucide/moon';
import Plug from 'virtual:lucide/plug';
import Plus from 'virtual:lucide/plus';
import Search from 'virtual:lucide/search';
import Settings from 'virtual:lucide/settings';
import Sun from 'virtual:lucide/sun';
import UserRound from 'virtual:lucide/user-round';
import type { Form } from '@inlet/contracts/forms';
import type { Action } from '@inlet/contracts/roles';
import { keepChoice } from '#features/submissions/kept-choice.ts';
import { applyTheme, readTheme } from '#lib/theme.ts';
import type { KnownCommand } from '#routes/app/commands/find-commands.ts';

type GoTo = (path: string) => void;
/** Whether the person may do something. */
type May = (action: Action) => boolean;

/** Forms that are offered before anything is typed. */
const formsAtFirst = 5;

interface OpenForm {
  readonly form: Form;
  readonly pathname: string;
  readonly search: string;
  readonly hidesDone: boolean;
}

/** Actions on the form whose page is open. */
export function ofOpenForm({ form, pathname, search, hidesDone }: OpenForm, goTo: GoTo, may: May): KnownCommand[] {
  const group = form.name;
  const button = document.querySelector<HTMLButtonElement>('[data-export]:enabled');
  // A status in the address is shown anyway.
  const isInbox = pathname === `/forms/${form.id}` && !new URLSearchParams(search).has('status');
  return [
    ...(isInbox
      ? [
          {
            id: 'hide-done',
            group,
            icon: Check,
            label: hidesDone ? 'Show done submissions' : 'Hide done submissions',
            isUsual: true,
            run: () => keepChoice('hide-done', !hidesDone),
          },
        ]
      : []),
    ...(button
      ? [
          {
            id: 'export',
            group,
            icon: Download,
            label: 'Export…',
            words: 'csv xlsx excel ndjson zip download',
            isUsual: true,
            // Waits until the page can be used again.
            run: () => void requestAnimationFrame(() => button.click()),
          },
        ]
      : []),
    ...pagesOf(form, goTo, may).map((page) => ({ ...page, group, words: form.name, isUsual: true })),
  ];
}

interface Searched {
  /** The typed text. */
  readonly text: string;
  readonly openForm: Form | undefined;
  readonly hasOthers: boolean;
}

interface Searches {
  readonly goTo: GoTo;
  readonly chooseForm: (text: string) => void;
}

/** Searches for the typed text in the open form, or in a form that is chosen next. */
export function searchesOf({ text, openForm, hasOthers }: Searched, { goTo, chooseForm }: Searches): KnownCommand[] {
  const common = { group: 'Search submissions', icon: Search, isForAnyText: true };
  return [
    ...(openForm
      ? [
          {
            ...common,
            id: 'search',
            label: `Search for “${text}” in ${openForm.name}`,
            run: () => goTo(addressOfSearch(openForm, text)),
          },
        ]
      : []),
    ...(hasOthers
      ? [
          {
            ...common,
            id: 'search-in',
            label: `Search for “${text}” in ${openForm ? 'another' : 'a'} form…`,
            staysOpen: true,
            run: () => chooseForm(text),
          },
        ]
      : []),
  ];
}

/** The forms to search in. */
export function searchIn(forms: readonly Form[], text: string, goTo: GoTo): KnownCommand[] {
  return forms.map((form) => ({
    id: form.id,
    group: 'Forms',
    icon: Inbox,
    label: form.name,
    isUsual: true,
    run: () => goTo(addressOfSearch(form, text)),
  }));
}

function addressOfSearch({ id }: Form, text: string): string {
  return `/forms/${id}?${new URLSearchParams({ q: text })}`;
}

interface Pages {
  readonly hasForms: boolean;
  /** True if the account pays through this installation. */
  readonly hasBilling: boolean;
}

export function goToOf({ hasForms, hasBilling }: Pages, goTo: GoTo): KnownCommand[] {
  const page = (label: string, path: string, icon: KnownCommand['icon'], words = '') => ({
    id: path,
    group: 'Go to',
    icon,
    label,
    words,
    isUsual: true,
    run: () => goTo(path),
  });
  return [
    page('Dashboard', '/dashboard', House, 'home overview'),
    ...(hasForms ? [page('Forms', '/forms', Inbox), page('Analytics', '/analytics', BarChart, 'charts')] : []),
    page('Account', '/settings', UserRound, 'settings password email profile'),
    ...(hasBilling ? [page('Billing', '/settings/billing', CreditCard, 'plan invoice payment subscription')] : []),
    page('Documentation', '/docs', BookOpen, 'docs help'),
  ];
}

/** Each form by its name, and its other pages once a text is typed. */
export function ofForms(forms: readonly Form[], goTo: GoTo, may: May): KnownCommand[] {
  return forms.flatMap((form, index) => {
    const [inbox, ...others] = pagesOf(form, goTo, may).map((page) => ({ ...page, group: 'Forms' }));
    return [
      ...(inbox ? [{ ...inbox, label: form.name, words: 'inbox submissions', isUsual: index < formsAtFirst }] : []),
      ...others.map((page) => ({ ...page, label: `${form.name}: ${page.label}` })),
    ];
  });
}

function pagesOf({ id }: Form, goTo: GoTo, may: May): Omit<KnownCommand, 'group'>[] {
  const page = (label: string, end: string, icon: KnownCommand['icon']) => ({
    id: `${id}/${end}`,
    icon,
    label,
    run: () => goTo(end === '' ? `/forms/${id}` : `/forms/${id}/${end}`),
  });
  return [
    page('Inbox', '', Inbox),
    ...(may('forms:write') ? [page('Settings', 'settings', Settings)] : []),
    page('Analytics', 'analytics', BarChart),
    ...(may('integrations:manage') ? [page('Integrations', 'integrations', Plug)] : []),
  ];
}

interface Actions {
  readonly goTo: GoTo;
  readonly onSignOut: () => void;
}

export function actionsOf({ hasForms }: Pick<Pages, 'hasForms'>, { goTo, onSignOut }: Actions): KnownCommand[] {
  const action = { group: 'Actions', isUsual: true };
  const next = isDark() ? 'light' : 'dark';
  return [
    ...(hasForms
      ? [
          {
            ...action,
            id: 'new-form',
            icon: Plus,
            label: 'New form',
            words: 'create',
            run: () => goTo('/forms/new'),
          },
        ]
      : []),
    {
      ...action,
      id: 'theme',
      icon: next === 'dark' ? Moon : Sun,
      label: `Switch to ${next} theme`,
      words: 'toggle light dark colors',
      run: () => applyTheme(next),
    },
    { ...action, id: 'sign-out', icon: LogOut, label: 'Sign out', words: 'log out', run: onSignOut },
  ];
}

function isDark(): boolean {
  const theme = readTheme();
  return theme === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
