import type { Preset } from '@inlet/contracts/presets/preset';
import type { CreateTarget, EventType, Target, UpdateTarget } from '@inlet/contracts/targets';

interface HeaderDraft {
  /** Constant while the name is typed. */
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/** An integration as its form keeps it: texts as typed. */
export interface TargetDraft {
  readonly name: string;
  /** Values by the names of the preset's fields. */
  readonly values: Readonly<Record<string, string>>;
  readonly events: readonly EventType[];
  readonly order: Target['order'];
  readonly when: Target['when'];
  /** One name per line; empty for all. */
  readonly fields: string;
  readonly headers: readonly HeaderDraft[];
  readonly rate: string;
  /** JSON; empty for the preset's own template. */
  readonly template: string;
}

/** An empty form, or the form of an integration. Secrets are never shown, so their fields are empty. */
export function draftOf(preset: Preset, target?: Target): TargetDraft {
  const stored: Readonly<Record<string, string>> = { ...target?.settings, ...(target && { url: target.url }) };
  const shown = preset.fields.map(({ name, isSecret }) => [name, isSecret ? '' : (stored[name] ?? '')] as const);
  const template = target?.template ?? (preset.key === 'custom' ? preset.body : null);
  return {
    name: target?.name ?? preset.title,
    values: Object.fromEntries(shown),
    events: target?.events ?? ['submission.created', 'submission.released'],
    order: target?.order ?? 'best_effort',
    when: target?.when ?? null,
    fields: target?.fields.join('\n') ?? '',
    headers: target?.headers.map((name) => newHeader(name)) ?? [],
    rate: target?.rate ? String(target.rate) : '',
    template: template === null || template === undefined ? '' : JSON.stringify(template, null, 2),
  };
}

export function newHeader(name = ''): HeaderDraft {
  return { id: crypto.randomUUID(), name, value: '' };
}

/** The draft as a new integration. It throws a `SyntaxError` if the template is not JSON. */
export function toCreate(preset: Preset, draft: TargetDraft): CreateTarget {
  const { url, ...settings } = typed(draft.values);
  return { kind: preset.key, ...(url && { url }), settings, ...toShared(draft) };
}

/**
 * The draft as a change. Secrets that were not typed again stay. It throws a `SyntaxError` if the template is not JSON.
 */
export function toChange(preset: Preset, draft: TargetDraft): UpdateTarget {
  const changed = preset.fields.filter(({ name, isSecret }) => !isSecret || draft.values[name]?.trim());
  const { url, ...settings } = Object.fromEntries(changed.map(({ name }) => [name, draft.values[name]?.trim() ?? '']));
  return { ...(url !== undefined && { url }), settings, template: null, ...toShared(draft) };
}

function toShared({ name, events, order, when, fields, headers, rate, template }: TargetDraft) {
  return {
    name: name.trim(),
    events: [...events],
    order,
    when,
    fields: linesOf(fields),
    headers: Object.fromEntries(
      headers.filter((header) => header.name.trim() !== '').map((header) => [header.name.trim(), header.value]),
    ),
    rate: rate.trim() === '' ? null : Number(rate.replace(',', '.')),
    ...(template.trim() !== '' && { template: JSON.parse(template) }),
  };
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function typed(values: Readonly<Record<string, string>>): Record<string, string> {
  const trimmed = Object.entries(values).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}
