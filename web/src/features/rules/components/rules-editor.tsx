import type { SavedRules } from '@inlet/contracts/saved-rules';
import { Button } from '#components/ui/button.tsx';
import { LeaveGuard } from '#components/ui/leave-guard.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { SaveBar } from '#components/ui/save-bar.tsx';
import { Toast, ToastAction, useToasts } from '#components/ui/toast.tsx';
import { JsonRules } from '#features/rules/components/json-rules.tsx';
import { ModeChoice } from '#features/rules/components/mode-choice.tsx';
import { RuleFields } from '#features/rules/components/rule-fields.tsx';
import { SchemaAddress } from '#features/rules/components/schema-address.tsx';
import { SuggestRules } from '#features/rules/components/suggest-rules.tsx';
import { TryRules } from '#features/rules/components/try-rules.tsx';
import { rulesOf } from '#features/rules/rules-draft.ts';
import { useRulesEditor } from '#features/rules/use-rules-editor.ts';

interface RulesEditorProps {
  readonly formId: string;
  readonly endpointUrl: string;
  readonly takesFiles: boolean;
  readonly saved: SavedRules;
}

/** Changes the rules of a form. Beside them they are tried, suggested, and read from JSON. */
export function RulesEditor({ formId, endpointUrl, takesFiles, saved }: RulesEditorProps) {
  const editor = useRulesEditor(formId, saved);
  const { draft, change, undoable } = editor;
  useToasts();
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-6 wide:grid-cols-[minmax(0,1fr)_22rem]">
      <LeaveGuard {...editor.leaveGuard} />
      <form {...editor.form} aria-label="Rules" className={formClass}>
        <ModeChoice draft={draft} onChange={change} />
        <RuleFields editor={editor} takesFiles={takesFiles} />
        <div data-bottom-bar className={barClass}>
          {editor.overtaken && <Overtaken {...editor.overtaken} />}
          <SaveBar {...editor.saveBar} />
        </div>
      </form>
      <div className="grid grid-cols-1 gap-4 sm:gap-6">
        <SuggestRules formId={formId} onSuggested={editor.suggest} />
        <TryRules formId={formId} rules={rulesOf(draft)} hasFaults={editor.hasFaults} />
        <JsonRules rules={rulesOf(draft)} onRead={editor.replace} />
        <SchemaAddress endpointUrl={endpointUrl} saved={saved} />
      </div>
      {undoable && (
        <Toast
          key={undoable.words}
          onClose={editor.forgetUndo}
          actions={<ToastAction onPress={editor.undo}>Undo</ToastAction>}
        >
          {undoable.words}
        </Toast>
      )}
    </div>
  );
}

// The bar stays on the screen, as a form may have 100 fields. What takes the focus is scrolled above it.
const formClass = 'grid grid-cols-1 gap-4 sm:gap-6 [&>section_*]:scroll-mb-28 sm:[&>section_*]:scroll-mb-20';
const barClass =
  'sticky bottom-0 z-10 -mx-4 grid gap-4 border-line border-t bg-canvas px-4 py-3 sm:-mx-6 sm:px-6 wide:mx-0 wide:px-0';

/** Somebody else has saved the rules: nothing is overwritten before this person has chosen. */
function Overtaken({ loadSaved, saveMine }: NonNullable<ReturnType<typeof useRulesEditor>['overtaken']>) {
  return (
    <Notice
      tone="danger"
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void loadSaved()}>Load the saved rules</Button>
          <Button onClick={saveMine}>Save mine</Button>
        </div>
      }
    >
      Somebody else saved these rules after you opened them. Yours are not saved yet.
    </Notice>
  );
}
