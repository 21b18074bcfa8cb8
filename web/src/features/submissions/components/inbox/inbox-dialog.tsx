import { lazy } from 'react';
import { useInbox } from '#features/submissions/inbox/inbox-context.ts';
import type { DialogName } from '#features/submissions/inbox/inbox-state.ts';
import { keepChoice } from '#features/submissions/kept-choice.ts';

const KeyboardHelp = lazy(async () => ({
  default: (await import('#features/submissions/components/inbox/keyboard-help.tsx')).KeyboardHelp,
}));
const ChooseColumns = lazy(async () => ({
  default: (await import('#features/submissions/components/inbox/choose-columns.tsx')).ChooseColumns,
}));
const DeleteMatching = lazy(async () => ({
  default: (await import('#features/submissions/components/bulk/delete-matching.tsx')).DeleteMatching,
}));
const SimilarSubmissions = lazy(async () => ({
  default: (await import('#features/submissions/components/bulk/similar-submissions.tsx')).SimilarSubmissions,
}));

interface InboxDialogProps {
  readonly dialog: DialogName;
  readonly similarIds: readonly string[];
}

/** The dialogs of the inbox. Each is loaded when it is opened, because the page would exceed its budget with them. */
export function InboxDialog({ dialog, similarIds }: InboxDialogProps) {
  const { form, listed, fields, list, state, dispatch, pending } = useInbox();
  const close = () => dispatch({ type: 'close-dialog' });

  switch (dialog) {
    case 'help':
      return (
        <KeyboardHelp
          isOn={state.hasShortcuts}
          onSwitch={(isOn) => {
            keepChoice('shortcuts', isOn);
            dispatch({ type: 'switch-shortcuts', isOn });
          }}
          onClose={close}
        />
      );
    case 'columns':
      return <ChooseColumns form={form} fields={fields} onClose={close} />;
    case 'similar':
      return (
        <SimilarSubmissions
          formId={form.id}
          roles={form.fieldRoles}
          ids={similarIds}
          rows={list.rows}
          onMark={(rows) => {
            close();
            pending.begin({ kind: 'spam', rows });
          }}
          onClose={close}
        />
      );
    case 'delete-matching':
      return (
        <DeleteMatching
          formId={form.id}
          filter={listed}
          newest={list.rows[0]}
          onClose={close}
          onDeleted={() => {
            close();
            dispatch({ type: 'clear-selection' });
            void list.query.refetch();
          }}
        />
      );
  }
}
