import { presets } from '@inlet/contracts/presets/all-presets';
import type { FormSettings, TargetSettings } from '#settings/form-settings.ts';
import { isMasked } from '#settings/secrets.ts';
import type { Place } from '#yaml/place.ts';
import type { PlacedFault } from '#yaml/yaml-file.ts';

/** What a push could not do with a form of the file. */
export function formFaults(wanted: FormSettings, stored: FormSettings, index: number): PlacedFault[] {
  const place = ['forms', index];
  const targets = wanted.targets ?? [];
  return [
    ...(wanted.id === undefined ? newFormFaults(wanted, place) : []),
    ...spamFaults(wanted.spam, stored.spam, [...place, 'spam']),
    ...targets.flatMap((target, at) => {
      const before = stored.targets?.find(({ id }) => id !== undefined && id === target.id);
      return targetFaults(target, before, [...place, 'targets', at]);
    }),
  ];
}

function newFormFaults({ name, allowedOrigins }: FormSettings, place: Place): PlacedFault[] {
  return [
    ...(name === undefined ? [{ place, message: 'A new form needs a name' }] : []),
    ...(allowedOrigins === undefined
      ? [{ place, message: 'A new form needs allowedOrigins; an empty list [] allows every website' }]
      : []),
  ];
}

type Spam = FormSettings['spam'];

/** A check is switched on with its secret, which no file has. */
function spamFaults(wanted: Spam, stored: Spam, place: Place): PlacedFault[] {
  const message = 'This check needs its secret, so switch it on in the dashboard and run `inlet pull`';
  const { captcha = null, akismet = false } = wanted ?? {};
  return [
    ...(captcha !== null && captcha !== stored?.captcha ? [{ place: [...place, 'captcha'], message }] : []),
    ...(akismet && !stored?.akismet ? [{ place: [...place, 'akismet'], message }] : []),
  ];
}

function targetFaults(wanted: TargetSettings, stored: TargetSettings | undefined, place: Place): PlacedFault[] {
  const { id, kind = stored?.kind ?? 'webhook', url, headers = {}, settings = {} } = wanted;
  if (id !== undefined && !stored) return [{ place: [...place, 'id'], message: `The form has no integration ${id}` }];
  if (stored && kind !== stored.kind) {
    const message = `An integration stays a ${stored.kind}; remove its id to create another one`;
    return [{ place: [...place, 'kind'], message }];
  }
  const { title, fields } = presets[kind];
  const hasUrl = fields.some(({ name }) => name === 'url');
  const isNew = !stored;
  const needsUrl = isNew && hasUrl && (url === undefined || isMasked(url));
  return [
    ...(needsUrl ? [{ place: [...place, 'url'], message: 'A new integration needs its whole url' }] : []),
    ...(url !== undefined && !hasUrl ? [{ place: [...place, 'url'], message: `${title} has no url` }] : []),
    ...maskedAlone(headers, stored?.headers, [...place, 'headers']),
    ...maskedAlone(settings, stored?.settings, [...place, 'settings']),
  ];
}

type Texts = Readonly<Record<string, string>>;

/** A mask keeps what is stored, so there has to be something. */
function maskedAlone(wanted: Texts, stored: Texts = {}, place: Place): PlacedFault[] {
  return Object.entries(wanted)
    .filter(([name, value]) => isMasked(value) && stored[name] === undefined)
    .map(([name]) => ({
      place: [...place, name],
      message: 'No secret is stored under this name; write its value here',
    }));
}
