import type { FormField } from '@inlet/contracts/inbox-views';
import type { Submission } from '@inlet/contracts/submissions';
import { lazy } from 'react';
import type { Filter } from '#features/submissions/filter.ts';

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

export type DialogName = 'help' | 'delete-matching' | 'similar' | 'columns';

interface InboxDialogProps {
  readonly dialog: DialogName;
  readonly formId: string;
  readonly filter: Filter;
  readonly fields: readonly FormField[];
  readonly rows: readonly Submission[];
  readonly similarIds: readonly string[];
  readonly hasShortcuts: boolean;
  readonly onShortcuts: (isOn: boolean) => void;
  readonly onSpam: (rows: readonly Submission[]) => void;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** The dialogs of the inbox. Each is loaded when it is opened: with them the page would exceed its budget. */
export function InboxDialog(props: InboxDialogProps) {
  const { dialog, formId, filter, fields, rows, similarIds, hasShortcuts, onShortcuts, onSpam, onDeleted, onClose } =
    props;
  if (dialog === 'help') return <KeyboardHelp isOn={hasShortcuts} onSwitch={onShortcuts} onClose={onClose} />;
  if (dialog === 'columns') return <ChooseColumns formId={formId} fields={fields} onClose={onClose} />;
  if (dialog === 'similar') {
    return (
      <SimilarSubmissions
        formId={formId}
        ids={similarIds}
        rows={rows}
        onMark={(chosen) => {
          onClose();
          onSpam(chosen);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <DeleteMatching
      formId={formId}
      filter={filter}
      newest={rows[0]}
      onClose={onClose}
      onDeleted={() => {
        onClose();
        onDeleted();
      }}
    />
  );
}
