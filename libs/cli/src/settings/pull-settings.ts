import { isDeepStrictEqual } from 'node:util';
import type { Form } from '@inlet/contracts/forms';
import { Document, isMap, type Node } from 'yaml';
import { CliError } from '#cli-error.ts';
import type { Api } from '#connection/api.ts';
import { inParallel } from '#connection/in-parallel.ts';
import { listForms } from '#connection/list-forms.ts';
import { exitCodes } from '#exit-codes.ts';
import { completeSettings, isInParts } from '#settings/complete-settings.ts';
import type { FormSettings, TargetSettings } from '#settings/form-settings.ts';
import { allParts, readSettings } from '#settings/read-settings.ts';
import type { SettingsFile } from '#settings/settings-file.ts';
import { patchDocument } from '#yaml/patch-document.ts';

const heading = ` The settings of Inlet's forms. \`inlet plan\` shows what differs, \`inlet push\` applies this file.
 A setting that is left out stays as it is. A form without an id is created. •••• is a secret that is stored.`;

export interface Pulled {
  readonly document: Document;
  readonly forms: number;
  readonly isChanged: boolean;
  /** Whether the key or the plan takes no integrations, so that the file has none. */
  readonly lacksTargets: boolean;
}

/** Brings a file up to date, or makes a new one. Comments, and what says the same already, stay as they are. */
export async function pullSettings(api: Api, file: SettingsFile | null): Promise<Pulled> {
  const forms = (await listForms(api)).sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const known = new Map(forms.map((form) => [form.id, form]));
  const entries = (file?.forms ?? []).map((wanted, index) => ({ wanted, raw: rawForm(file, index) }));
  const kept = entries.filter(({ wanted: { id } }) => id === undefined || known.has(id));
  const refreshed = await inParallel(kept, async ({ wanted, raw }) => {
    const form = wanted.id === undefined ? undefined : known.get(wanted.id);
    return form ? refreshForm(api, form, wanted, raw) : raw;
  });
  const named = new Set(kept.map(({ wanted: { id } }) => id));
  const added = await inParallel(
    forms.filter(({ id }) => !named.has(id)),
    (form) => readNewForm(api, form),
  );
  const wanted = { forms: [...refreshed, ...added] };
  const isChanged = !file || !isDeepStrictEqual(file.content, wanted);
  return {
    document: documentOf(file, wanted, refreshed.length),
    forms: wanted.forms.length,
    isChanged,
    lacksTargets: added.some(({ targets }) => targets === undefined),
  };
}

function documentOf(
  file: SettingsFile | null,
  wanted: { readonly forms: readonly object[] },
  before: number,
): Document {
  const document = file?.document ?? new Document({ forms: [] });
  if (!file) document.commentBefore = heading;
  document.contents = patchDocument(document, document.contents as Node | null, wanted);
  const entries = document.getIn(['forms'], true) as { readonly items?: readonly Node[] } | undefined;
  for (const [index, node] of (entries?.items ?? []).entries())
    if (index >= Math.max(before, 1) && isMap(node)) node.spaceBefore = true;
  return document;
}

/** Everything of a form that the file lacks. */
async function readNewForm(api: Api, form: Form): Promise<FormSettings> {
  try {
    return await readSettings(api, form, allParts);
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== exitCodes.notAllowed) throw error;
    const withoutTargets = allParts.filter((part) => part !== 'targets');
    return readSettings(api, form, withoutTargets);
  }
}

type Raw = Readonly<Record<string, unknown>>;

function rawForm(file: SettingsFile | null, index: number): Raw {
  const content = file?.content as { readonly forms: readonly Raw[] } | undefined;
  return content?.forms[index] ?? {};
}

/** The settings that the file names, as they are stored. */
async function refreshForm(api: Api, form: Form, wanted: FormSettings, raw: Raw): Promise<Raw> {
  const stored = await readSettings(
    api,
    form,
    allParts.filter((part) => wanted[part] !== undefined),
  );
  const { targets, ...others } = wanted;
  const fresh = refreshed(raw, completeSettings(stored, others), stored);
  return targets
    ? { ...fresh, targets: refreshTargets(raw.targets as readonly Raw[], targets, stored.targets ?? []) }
    : fresh;
}

/** The integrations of the file that exist, those that it has yet to create, and those that it lacks. */
function refreshTargets(
  raw: readonly Raw[],
  wanted: readonly TargetSettings[],
  stored: readonly TargetSettings[],
): object[] {
  const known = new Map(stored.map((target) => [target.id, target]));
  const kept = wanted.flatMap((target, index) => {
    if (target.id === undefined) return [raw[index] ?? {}];
    const before = known.get(target.id);
    known.delete(target.id);
    return before ? [refreshed(raw[index] ?? {}, completeSettings(before, target), before)] : [];
  });
  return [...kept, ...known.values()];
}

/** What the file wrote where it means what is stored, and the stored value elsewhere. */
function refreshed(raw: Raw, meant: object, stored: object): Raw {
  const [means, stores] = [
    new Map<string, unknown>(Object.entries(meant)),
    new Map<string, unknown>(Object.entries(stored)),
  ];
  const entries = Object.keys(raw).map((name) => {
    const [before, now] = [means.get(name), stores.get(name)];
    if (isDeepStrictEqual(before, now)) return [name, raw[name]];
    return [name, isInParts(name) ? refreshed(raw[name] as Raw, before as object, now as object) : now];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
