import CircleCheck from 'virtual:lucide/circle-check';
import { formatNumber } from '@inlet/contracts/counts';
import type { AttentionItem } from '@inlet/contracts/dashboard';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { useAllowOrigin } from '#features/dashboard/api/use-allow-origin.ts';
import { Panel } from '#features/dashboard/components/panel.tsx';
import { failureMessage } from '#lib/http.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { formatAgo, formatWhen } from '#lib/relative-time.ts';

/** A longer list would need its own page. */
const shownMax = 6;

interface NeedsALookProps {
  readonly items: readonly AttentionItem[];
  /** An item of the account instead of a form, or null. */
  readonly first?: ReactNode;
}

/** Items that may need the owner's attention, each with the step that helps. */
export function NeedsALook({ items, first = null }: NeedsALookProps) {
  const more = items.length - shownMax;
  return (
    <Panel title="Needs attention">
      {items.length === 0 && first === null ? (
        <p className="flex items-center gap-2 text-small text-muted">
          <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-success" />
          Nothing at the moment
        </p>
      ) : (
        <ul className="-mb-1 divide-y divide-line text-small">
          {first}
          {items.slice(0, shownMax).map((item) => (
            <Item key={keyOf(item)} item={item} />
          ))}
        </ul>
      )}
      {more > 0 && <p className="mt-2 text-small text-muted">{`and ${formatNumber(more)} more`}</p>}
    </Panel>
  );
}

function keyOf(item: AttentionItem): string {
  if (item.kind === 'failing-target') return item.targetId;
  return `${item.kind} ${item.formId} ${item.kind === 'refused-origin' ? item.origin : ''}`;
}

function Item({ item }: { item: AttentionItem }) {
  const form = `/forms/${item.formId}`;
  const may = useRights();
  switch (item.kind) {
    case 'spam':
      return (
        <Line what={`${formatNumber(item.count)} in spam this week`} form={item.formName}>
          <ItemLink to={`${form}/spam`} label={`Review the spam of ${item.formName}`}>
            Review
          </ItemLink>
        </Line>
      );
    case 'refused-origin':
      return <RefusedOrigin item={item} />;
    case 'failing-target':
      return (
        <Line what={failureOf(item)} form={item.formName}>
          {may('integrations:manage') && (
            <ItemLink to={`${form}/integrations/${item.targetId}`} label={`Open the integration ${item.targetName}`}>
              Open
            </ItemLink>
          )}
        </Line>
      );
    case 'silent-form':
      return (
        <Line what={`Silent: the last submission came ${formatAgo(item.since)}`} form={item.formName}>
          {may('forms:write') && (
            <ItemLink to={`${form}/setup`} label={`Check the setup of ${item.formName}`}>
              Check
            </ItemLink>
          )}
        </Line>
      );
  }
}

function RefusedOrigin({ item }: { item: Extract<AttentionItem, { kind: 'refused-origin' }> }) {
  const { formId, origin } = item;
  const allow = useAllowOrigin();
  const may = useRights();
  return (
    <Line
      what={
        <>
          {`${formatNumber(item.count)} refused from `}
          <bdi>{origin}</bdi>
        </>
      }
      form={item.formName}
      problem={allow.isError && failureMessage(allow.error)}
    >
      {may('forms:write') && (
        <Button
          isLoading={allow.isPending}
          onClick={() => allow.mutate({ formId, origin })}
          aria-label={`Allow this origin: ${origin}`}
          className={buttonClass}
        >
          Allow
        </Button>
      )}
    </Line>
  );
}

interface LineProps {
  readonly what: ReactNode;
  /** The name of the form, or of the item's other subject. */
  readonly form: string;
  readonly problem?: string | false;
  readonly children: ReactNode;
}

export function Line({ what, form, problem, children }: LineProps) {
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="wrap-anywhere">{what}</p>
        <p className="truncate text-caption text-muted">{form}</p>
        {problem && (
          <p role="alert" className="text-caption text-danger">
            {problem}
          </p>
        )}
      </div>
      {children}
    </li>
  );
}

function ItemLink({ to, label, children }: { to: string; label: string; children: string }) {
  return (
    <ButtonLink to={to} className={buttonClass}>
      {children}
      <span className="sr-only">{`: ${label}`}</span>
    </ButtonLink>
  );
}

export const buttonClass = 'min-h-10! px-3! sm:min-h-8!';

function failureOf({ targetName, isDisabled, since, waiting }: Extract<AttentionItem, { kind: 'failing-target' }>) {
  const waits = waiting === 0 ? '' : `, ${formatNumber(waiting)} waiting`;
  if (isDisabled) return `“${targetName}” was stopped${waits}`;
  return `“${targetName}” is failing${since === null ? '' : ` since ${formatWhen(since)}`}${waits}`;
}
