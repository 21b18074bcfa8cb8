import type { FormSettings } from '#settings/form-settings.ts';

/** Settings whose parts can be left out. Any other setting is replaced as a whole. */
const inParts: ReadonlySet<string> = new Set([
  ...['afterSending', 'spam', 'page', 'check', 'notifications', 'autoReply', 'confirmation', 'alerts'],
  // The values of an integration.
  'settings',
]);

type Recipients = NonNullable<NonNullable<FormSettings['notifications']>['recipients']>;

/** The settings of a file, completed with those that it leaves out. */
export function completeSettings<Settings extends object>(stored: Settings, wanted: Settings): Settings {
  const known = new Map<string, unknown>(Object.entries(stored));
  const named = Object.entries(wanted).map(([name, value]) => [name, completed(name, known.get(name), value)]);
  return { ...stored, ...Object.fromEntries(named) };
}

export function isInParts(name: string): boolean {
  return inParts.has(name);
}

function completed(name: string, stored: unknown, wanted: unknown): unknown {
  if (inParts.has(name)) return completeSettings((stored ?? {}) as object, wanted as object);
  if (name === 'recipients') return withConditions((stored ?? []) as Recipients, wanted as Recipients);
  return wanted;
}

/** A recipient without conditions keeps those that are stored. The order says nothing, so the stored one stays. */
function withConditions(stored: Recipients, wanted: Recipients): Recipients {
  const places = new Map(stored.map(({ email }, index) => [email, index]));
  const placeOf = ({ email }: Recipients[number]) => places.get(email) ?? stored.length;
  return wanted
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((recipient) => {
      const { email, when = stored[placeOf(recipient)]?.when ?? null } = recipient;
      return { email, when };
    });
}
