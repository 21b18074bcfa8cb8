import type { FileRow } from '@inlet/import/file-shape';
import { useState } from 'react';
import { useImportRun } from '#features/imports/api/use-import-run.ts';
import { type Choices, type ColumnRole, choicesOf, chooseRole, mappingOf } from '#features/imports/column-choices.ts';
import type { OpenedFile } from '#features/imports/open-file.ts';

export const steps = ['file', 'columns', 'check', 'import'] as const;
export type Step = (typeof steps)[number];

/** A file on its way into a form, step by step. */
export function useImporter(formId: string, onChanged: () => void) {
  const [step, setStep] = useState<Step>('file');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const run = useImportRun(formId, onChanged);

  function goTo(next: Step): void {
    run.reset();
    setStep(next);
  }

  function begin(next: 'check' | 'import'): void {
    if (!chosen) return;
    setStep(next);
    const { opened, choices, importId } = chosen;
    void run.start({ opened, mapping: mappingOf(choices), importId, isCheck: next === 'check' });
  }

  const change = (of: (choices: Choices, rows: { readonly rows: readonly FileRow[] }) => Choices) =>
    setChosen((now) => now && { ...now, choices: of(now.choices, now.opened) });

  return {
    ...{ step, chosen, run: run.state, stop: run.stop, onChanged },
    open(opened: OpenedFile) {
      setChosen({ opened, choices: choicesOf(opened), importId: crypto.randomUUID() });
      goTo('columns');
    },
    change: (part: Partial<Pick<Choices, 'dayOrder' | 'timeZone'>>) => change((choices) => ({ ...choices, ...part })),
    chooseRole: (column: string, role: ColumnRole) =>
      change((choices, rows) => chooseRole(choices, column, role, rows)),
    rename: (column: string, field: string) =>
      change((choices) => ({
        ...choices,
        columns: choices.columns.map((choice) => (choice.column === column ? { ...choice, field } : choice)),
      })),
    check: () => begin('check'),
    start: () => begin('import'),
    backToColumns: () => goTo('columns'),
    chooseAnother() {
      setChosen(null);
      goTo('file');
    },
  };
}

export type Importer = ReturnType<typeof useImporter>;

/** The file that was chosen, and what becomes of its columns. */
export interface Chosen {
  readonly opened: OpenedFile;
  readonly choices: Choices;
  /** The same for every attempt with this file on this page, so that one undo concerns all of them. */
  readonly importId: string;
}
