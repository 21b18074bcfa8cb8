import { formatCount } from '@inlet/contracts/counts';
import type { Rules } from '@inlet/contracts/rules';
import type { SavedRules } from '@inlet/contracts/saved-rules';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useReloadRules, useSaveRules } from '#features/rules/api/use-rules.ts';
import {
  checkDraft,
  draftOf,
  type Faults,
  type FieldDraft,
  faultsAt,
  newField,
  newId,
  type RulesDraft,
  rulesOf,
  wholeRules,
  withMoved,
  withSuggested,
} from '#features/rules/rules-draft.ts';
import { ApiError, failureMessage } from '#lib/http.ts';

/** A change that can be taken back, without what was changed after it. */
interface Undoable {
  readonly words: string;
  readonly undo: (draft: RulesDraft) => RulesDraft;
}

export type RulesEditor = ReturnType<typeof useRulesEditor>;

/** The rules of a form with this person's edits, which a button saves. */
export function useRulesEditor(formId: string, saved: SavedRules) {
  const save = useSaveRules(formId);
  const reload = useReloadRules(formId);
  // A field keeps its id when it is saved, so that its inputs keep the focus.
  const [ids] = useState(() => new Map<string, string>());
  const stored = useMemo(() => draftOf(saved, (name) => idIn(ids, name)), [saved, ids]);
  const [edited, setEdited] = useState<RulesDraft | null>(null);
  // The version that the edits began with: the rules may be loaded again meanwhile.
  const [version, setVersion] = useState(saved.version);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const [moved, setMoved] = useState('');
  const draft = edited ?? stored;
  const isChanged = edited !== null && JSON.stringify(rulesOf(edited)) !== JSON.stringify(rulesOf(stored));
  const { faults, form, show, recheck } = useFaults();

  function change(part: Partial<RulesDraft>) {
    const next = { ...draft, ...part };
    if (edited === null) setVersion(saved.version);
    setEdited(next);
    recheck(next);
  }

  function showFaults(found: Faults): boolean {
    const faulty = draft.fields.filter(({ id }) => Object.keys(found).some((place) => place.startsWith(`${id}.`)));
    setOpened((before) => new Set([...before, ...faulty.map(({ id }) => id)]));
    show(found);
    return Object.keys(found).length > 0;
  }

  /** Shows the faults of the draft, and returns whether there are any. */
  const hasFaults = () => showFaults(checkDraft(draft));

  /** Without a version it overwrites what somebody else has saved. */
  function send(from: { readonly version?: number }) {
    if (save.isPending || hasFaults()) return;
    for (const { name, id } of draft.fields) ids.set(name, id);
    save.mutate(
      { ...rulesOf(draft), ...from },
      {
        onSuccess: (done) => {
          setVersion(done.version);
          setEdited((now) => (now === edited ? null : now));
        },
        onError: (error) => {
          if (error instanceof ApiError && error.issues.length > 0) showFaults(faultsAt(draft, error.issues));
        },
      },
    );
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    send({ version: edited === null ? saved.version : version });
  }

  async function loadSaved() {
    await reload();
    setEdited(null);
    save.reset();
    show({});
    setUndoable({ words: 'The saved rules were loaded', undo: () => draft });
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }

  const isOvertaken = save.error instanceof ApiError && save.error.code === 'rules_changed';
  return {
    draft,
    faults,
    /** How to go on after somebody else has saved the rules; null otherwise. */
    overtaken: isOvertaken ? { loadSaved, saveMine: () => send({}) } : null,
    opened,
    moved,
    undoable,
    hasFaults,
    change,
    add() {
      const field = newField();
      change({ fields: [...draft.fields, field] });
      setOpened(new Set([...opened, field.id]));
    },
    changeField(id: string, part: Partial<FieldDraft>) {
      change({ fields: draft.fields.map((field) => (field.id === id ? { ...field, ...part } : field)) });
    },
    move(id: string, to: number) {
      const fields = withMoved(draft.fields, id, to);
      if (fields === draft.fields) return;
      change({ fields });
      setMoved(`${titleOf(fields[to])} is number ${to + 1} of ${fields.length} now.`);
    },
    remove(removed: FieldDraft) {
      const at = draft.fields.indexOf(removed);
      change({ fields: draft.fields.filter((field) => field !== removed) });
      setUndoable({
        words: `${titleOf(removed)} was removed`,
        undo: (now) => ({ ...now, fields: [...now.fields.slice(0, at), removed, ...now.fields.slice(at)] }),
      });
    },
    toggle(id: string) {
      const next = new Set(opened);
      if (!next.delete(id)) next.add(id);
      setOpened(next);
    },
    /** Adds suggested rules, and returns how many. */
    suggest(suggested: Rules) {
      const next = withSuggested(draft, suggested);
      const added = next.fields.slice(draft.fields.length);
      if (added.length === 0) return 0;
      change(next);
      setUndoable({
        words: `${formatCount(added.length, 'field')} added`,
        undo: (now) => ({ ...now, mode: draft.mode, fields: now.fields.filter((field) => !added.includes(field)) }),
      });
      return added.length;
    },
    replace(rules: Rules) {
      change(draftOf(rules));
      setOpened(new Set());
      setUndoable({ words: `${formatCount(rules.fields.length, 'rule')} read`, undo: () => draft });
    },
    undo() {
      if (undoable) change(undoable.undo(draft));
      setUndoable(null);
    },
    forgetUndo: () => setUndoable(null),
    form: { noValidate: true, ref: form, onSubmit },
    leaveGuard: { isUnsaved: isChanged && !save.isPending, hasChanged: isChanged },
    saveBar: {
      isSaving: save.isPending,
      isSaved: save.isSuccess && !isChanged,
      isUnsaved: isChanged,
      failure: isOvertaken ? null : failureOf(faults, save.error),
    },
  };
}

/** The faults that are shown. They appear when the rules are checked, and go when they are cured. */
function useFaults() {
  const [faults, setFaults] = useState<Faults>({});
  const [checks, setChecks] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first fault takes the focus after each check, not while somebody types
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [checks]);
  return {
    faults,
    form,
    show(found: Faults) {
      setFaults(found);
      setChecks((count) => count + 1);
    },
    recheck(draft: RulesDraft) {
      if (Object.keys(faults).length === 0) return;
      const left = checkDraft(draft);
      setFaults(Object.fromEntries(Object.entries(left).filter(([place]) => place in faults)));
    },
  };
}

function failureOf(faults: Faults, error: Error | null): string | null {
  const whole = faults[wholeRules];
  if (whole !== undefined) return whole;
  return error && Object.keys(faults).length === 0 && !(error instanceof ApiError && error.issues.length > 0)
    ? failureMessage(error)
    : null;
}

function idIn(ids: Map<string, string>, name: string): string {
  const id = ids.get(name) ?? newId();
  ids.set(name, id);
  return id;
}

export function titleOf(field: Pick<FieldDraft, 'name' | 'label'> | undefined): string {
  return field?.label.trim() || field?.name || 'A new field';
}
