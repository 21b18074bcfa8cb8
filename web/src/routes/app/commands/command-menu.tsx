import { type RefObject, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CommandDialog } from '#components/ui/command-dialog.tsx';
import { useForms } from '#features/forms/api/use-forms.ts';
import { useKeptChoice } from '#features/submissions/kept-choice.ts';
import { findCommands } from '#routes/app/commands/find-commands.ts';
import { actionsOf, goToOf, ofForms, ofOpenForm, searchesOf, searchIn } from '#routes/app/commands/known-commands.ts';

export interface CommandMenuProps {
  /** What was typed while the menu was loading. */
  readonly typed: string;
  readonly hasForms: boolean;
  readonly hasBilling: boolean;
  readonly onSignOut: () => void;
  readonly onClose: () => void;
  readonly returnTo: RefObject<HTMLElement | null>;
}

/** Goes to every page and form, searches submissions, and does what needs no page of its own. */
export function CommandMenu({ typed, hasForms, hasBilling, onSignOut, onClose, returnTo }: CommandMenuProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const hidesDone = useKeptChoice('hide-done');
  const [text, setText] = useState(typed);
  /** The words to look for, while the form to look in is chosen. */
  const [searched, setSearched] = useState<string | null>(null);
  const forms = useForms({ isEnabled: hasForms }).data;
  const known = useMemo(() => {
    const goTo = (path: string) => void navigate(path);
    const own = forms ?? [];
    const openForm = own.find(({ id }) => pathname.startsWith(`/forms/${id}`));
    if (searched !== null) return searchIn(own, searched, goTo);
    function chooseForm(words: string) {
      setText('');
      setSearched(words);
    }
    return [
      ...(openForm ? ofOpenForm({ form: openForm, pathname, search, hidesDone }, goTo) : []),
      ...goToOf({ hasForms, hasBilling }, goTo),
      ...ofForms(
        own.filter((form) => form !== openForm),
        goTo,
      ),
      ...actionsOf({ hasForms }, { goTo, onSignOut }),
      // Last, so that Enter goes to a page or a form that has the typed words in its name.
      ...searchesOf(
        { text: text.trim(), openForm, hasOthers: own.some((form) => form !== openForm) },
        { goTo, chooseForm },
      ),
    ];
  }, [forms, searched, pathname, search, hidesDone, text, hasForms, hasBilling, navigate, onSignOut]);

  return (
    <CommandDialog
      label={searched === null ? 'Search and commands' : `Search for “${searched}” in a form`}
      placeholder={searched === null ? 'Search, or go to…' : 'Choose a form'}
      text={text}
      commands={findCommands(known, text)}
      onText={setText}
      onRun={({ run, staysOpen }) => {
        // The page has the focus again before anything else takes it.
        if (!staysOpen) onClose();
        run();
      }}
      onClose={onClose}
      returnTo={returnTo}
    />
  );
}
