import { type Action, mayDo } from '@inlet/contracts/roles';
import { type RefObject, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CommandDialog } from '#components/ui/command-dialog.tsx';
import { useForms } from '#features/forms/api/use-forms.ts';
import { useKeptChoice } from '#features/submissions/kept-choice.ts';
import { useUser } from '#lib/services.tsx';
import { findCommands } from '#routes/app/commands/find-commands.ts';
import { actionsOf, goToOf, ofForms, ofOpenForm, searchesOf, searchIn } from '#routes/app/commands/known-commands.ts';

export interface CommandMenuProps {
  /** The text that was typed while the menu was loading. */
  readonly typed: string;
  readonly hasForms: boolean;
  readonly hasBilling: boolean;
  readonly onSignOut: () => void;
  readonly onClose: () => void;
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** Opens every page and form, searches submissions, and runs actions that need no page of their own. */
export function CommandMenu({ typed, hasForms, hasBilling, onSignOut, onClose, returnTo }: CommandMenuProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { role } = useUser();
  const hidesDone = useKeptChoice('hide-done');
  const [text, setText] = useState(typed);
  /** The search text, while its form is being chosen. */
  const [searched, setSearched] = useState<string | null>(null);
  const forms = useForms({ isEnabled: hasForms }).data;
  const known = useMemo(() => {
    const goTo = (path: string) => void navigate(path);
    const may = (action: Action) => role !== null && mayDo(role, action);
    const own = forms ?? [];
    const openForm = own.find(({ id }) => pathname.startsWith(`/forms/${id}`));
    if (searched !== null) return searchIn(own, searched, goTo);
    function chooseForm(words: string) {
      setText('');
      setSearched(words);
    }
    return [
      ...(openForm ? ofOpenForm({ form: openForm, pathname, search, hidesDone }, goTo, may) : []),
      ...goToOf({ hasForms, hasBilling }, goTo),
      ...ofForms(
        own.filter((form) => form !== openForm),
        goTo,
        may,
      ),
      ...actionsOf({ hasForms: hasForms && may('forms:write') }, { goTo, onSignOut }),
      // Last, so that Enter opens a page or a form that has the typed words in its name.
      ...searchesOf(
        { text: text.trim(), openForm, hasOthers: own.some((form) => form !== openForm) },
        { goTo, chooseForm },
      ),
    ];
  }, [forms, searched, pathname, search, hidesDone, text, hasForms, hasBilling, role, navigate, onSignOut]);

  return (
    <CommandDialog
      label={searched === null ? 'Search and commands' : `Search for “${searched}” in a form`}
      placeholder={searched === null ? 'Search, or go to…' : 'Choose a form'}
      text={text}
      commands={findCommands(known, text)}
      onText={setText}
      onRun={({ run, staysOpen }) => {
        // The page gets the focus back before another element takes it.
        if (!staysOpen) onClose();
        run();
      }}
      onClose={onClose}
      returnTo={returnTo}
    />
  );
}
