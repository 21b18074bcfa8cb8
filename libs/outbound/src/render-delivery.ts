import type { FieldRoles } from '@inlet/contracts/field-choice';
import type { Dialect, Preset, Template } from '@inlet/contracts/presets/preset';
import type { WebhookEvent } from '@inlet/contracts/webhook-events';
import { deliveryValues } from '#delivery-values.ts';
import { escapes } from '#escape-text.ts';
import type { OutgoingRequest } from '#exchange.ts';
import { fill, renderTemplate, Unsendable, type Values } from '#render-template.ts';

const settingPrefix = 'settings.';
const notWritten = 'No request can be made of the template and the settings';
/**
 * The most characters of a submission in a delivery: twice the largest submission. Services with markup accept messages
 * of some kB, and their limit bounds the time for escaping.
 */
const filledMax: Readonly<Record<Dialect, number>> = {
  plain: 2_000_000,
  slack: 100_000,
  discord: 100_000,
  mattermost: 100_000,
};

export interface DeliverySettings {
  /** The owner's values for the preset's fields. */
  readonly values: Readonly<Record<string, string>>;
  /** Additional headers of the owner. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A body that replaces the preset's. */
  readonly template?: Template | undefined;
  /** The fields that the form's owner chose as sender, subject and message. */
  readonly fieldRoles?: FieldRoles | null | undefined;
}

/** Creates the request that notifies a target of an event. Throws `Unsendable` if the target's own data prevent it. */
export function renderDelivery(...delivery: Parameters<typeof writeRequest>): OutgoingRequest {
  try {
    return writeRequest(...delivery);
  } catch (error) {
    // Causes are thousands of nested lists, or a setting with half a character.
    if (error instanceof RangeError || error instanceof URIError) throw new Unsendable(notWritten);
    throw error;
  }
}

function writeRequest(
  preset: Preset,
  settings: DeliverySettings,
  event: WebhookEvent,
  eventId: string,
): OutgoingRequest {
  const body = renderBody(preset, settings, event, eventId);
  const isText = typeof body === 'string';
  return {
    url: renderUrl(preset, settings.values),
    method: preset.method,
    headers: {
      ...presetHeaders(preset, settings.values),
      ...lowerCased(settings.headers ?? {}),
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
      'user-agent': 'Inlet',
    },
    body: isText ? body : JSON.stringify(body),
  };
}

/** The URL of a target. The owner's values cannot leave their part of the path. */
export function renderUrl(preset: Preset, values: Readonly<Record<string, string>>): string {
  return (
    values.url || fill(preset.url, (name) => encodeURIComponent(settingOf(values)(name) ?? '').replaceAll('%3A', ':'))
  );
}

function renderBody(
  { body, dialect, textMax = Number.POSITIVE_INFINITY }: Preset,
  { values, template = body, fieldRoles }: DeliverySettings,
  event: WebhookEvent,
  eventId: string,
): Template | WebhookEvent {
  if (template === undefined) return event;
  const [ofSettings, ofEvent] = [settingOf(values), deliveryValues(event, eventId, fieldRoles)];
  // A visitor may use the name of a setting that the owner left out as a field name.
  return renderTemplate(template, (name) => (isSetting(name) ? ofSettings(name) : ofEvent(name)), {
    escapeText: escapes[dialect],
    textMax,
    filledMax: filledMax[dialect],
  });
}

function presetHeaders({ headers = {} }: Preset, values: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).filter(([, value]) =>
    [...value.matchAll(/\{\{settings\.(\w+)\}\}/g)].every(([, name]) => values[name ?? '']),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, fill(value, settingOf(values))]));
}

function settingOf(values: Readonly<Record<string, string>>): Values {
  return (name) => (isSetting(name) ? values[name.slice(settingPrefix.length)] : undefined);
}

function isSetting(name: string): boolean {
  return name.startsWith(settingPrefix);
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
