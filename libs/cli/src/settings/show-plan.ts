import { coloured } from '#output/output.ts';
import { plainLine, plainText } from '#output/plain-text.ts';
import type { Change } from '#settings/differences.ts';
import type { FormPlan, Plan, Step, TargetPlan } from '#settings/plan.ts';

const shownMax = 160;
const signs = { create: '+', update: '~', delete: '-' } as const satisfies Record<Step, string>;
const colours = { create: 'green', update: 'yellow', delete: 'red' } as const satisfies Record<Step, string>;

/** A plan for people. */
export function showPlan(plan: Plan): string {
  return [...plan.flatMap((form) => [...showForm(form), '']), showCounts(plan)].join('\n');
}

/** A change for scripts. A form or an integration that is deleted has one change, without a path. */
interface ListedChange extends Omit<Change, 'path'> {
  readonly step: Step;
  readonly form: Named;
  readonly target: Named | null;
  readonly path: string | null;
}

interface Named {
  /** Null for one that is created. */
  readonly id: string | null;
  readonly name: string;
}

/** A plan for scripts. */
export function listChanges(plan: Plan): ListedChange[] {
  return plan.flatMap(({ step, id, name, changes, targets }) => {
    const form = { id, name };
    return [
      ...listed({ step, form, target: null }, changes),
      ...targets.flatMap((target) =>
        listed({ step: target.step, form, target: { id: target.id, name: target.name } }, target.changes),
      ),
    ];
  });
}

function listed(of: Pick<ListedChange, 'step' | 'form' | 'target'>, changes: readonly Change[]): ListedChange[] {
  if (of.step === 'delete') return [{ ...of, path: null, before: null, after: null }];
  return changes.map(({ path, before = null, after = null }) => ({ ...of, path, before, after }));
}

function showForm({ step, id, name, changes, targets, notes }: FormPlan): string[] {
  return [
    heading(step, `form "${name}"${id === null ? '' : ` ${id}`}`),
    ...changes.map((change) => `    ${showChange(change)}`),
    ...targets.flatMap((target) => showTarget(target).map((line) => `    ${line}`)),
    ...notes.map((note) => `    ${coloured('bold', plainText(`! ${note}`))}`),
  ];
}

function showTarget({ step, name, changes }: TargetPlan): string[] {
  const shown = changes.map((change) => `    ${showChange(change)}`);
  return [heading(step, `integration "${name}"`), ...shown];
}

function heading(step: Step, text: string): string {
  return coloured(colours[step], `${signs[step]} ${plainLine(text)}`);
}

/** A change for people. */
export function showChange({ path, before, after }: Change): string {
  const name = plainLine(path);
  if (before === undefined) return coloured('green', `+ ${name}: ${showValue(after)}`);
  if (after === undefined) return coloured('red', `- ${name}: ${showValue(before)}`);
  return `~ ${name}: ${coloured('red', showValue(before))} → ${coloured('green', showValue(after))}`;
}

function showValue(value: unknown): string {
  const text = plainLine(JSON.stringify(value));
  return text.length > shownMax ? `${text.slice(0, shownMax).toWellFormed()}…` : text;
}

const verbs = { create: 'to create', update: 'to change', delete: 'to delete' } as const satisfies Record<Step, string>;

function showCounts(plan: Plan): string {
  const all = [
    ...plan.map(({ step }) => ['form', step] as const),
    ...plan.flatMap(({ targets }) => targets.map(({ step }) => ['integration', step] as const)),
  ];
  const counts = (['form', 'integration'] as const).flatMap((kind) =>
    (['create', 'update', 'delete'] as const).flatMap((step) => {
      const count = all.filter(([of, does]) => of === kind && does === step).length;
      return count === 0 ? [] : [`${count} ${kind}${count === 1 ? '' : 's'} ${verbs[step]}`];
    }),
  );
  return `${counts.join(', ')}.`;
}
