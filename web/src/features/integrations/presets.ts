import Bell from 'virtual:lucide/bell';
import Braces from 'virtual:lucide/braces';
import Database from 'virtual:lucide/database';
import Gamepad from 'virtual:lucide/gamepad-2';
import MessageSquare from 'virtual:lucide/message-square-text';
import Notebook from 'virtual:lucide/notebook-text';
import Send from 'virtual:lucide/send';
import Sheet from 'virtual:lucide/sheet';
import Slack from 'virtual:lucide/slack';
import Users from 'virtual:lucide/users-round';
import Webhook from 'virtual:lucide/webhook';
import { type PresetKey, presets } from '@inlet/contracts/presets/all-presets';
import type { Preset } from '@inlet/contracts/presets/preset';
import type { Icon } from '#components/ui/icon.tsx';

interface Offer {
  readonly key: PresetKey;
  readonly icon: Icon;
  /** What arrives there. */
  readonly summary: string;
}

/** In the order of the picker. */
export const offers: readonly Offer[] = [
  { key: 'slack', icon: Slack, summary: 'A message in a channel' },
  { key: 'discord', icon: Gamepad, summary: 'A message in a channel' },
  { key: 'telegram', icon: Send, summary: 'A message in a chat or a group' },
  { key: 'teams', icon: Users, summary: 'A card in a channel' },
  { key: 'mattermost', icon: MessageSquare, summary: 'A message in a channel' },
  { key: 'ntfy', icon: Bell, summary: 'A notification on your phone' },
  { key: 'google_sheets', icon: Sheet, summary: 'A row in a spreadsheet' },
  { key: 'notion', icon: Notebook, summary: 'A page in a database' },
  { key: 'airtable', icon: Database, summary: 'A record in a table' },
  { key: 'webhook', icon: Webhook, summary: 'A signed request to your own server' },
  { key: 'custom', icon: Braces, summary: 'A request with a body that you write' },
];

export function presetOf(kind: string): Preset | undefined {
  return Object.hasOwn(presets, kind) ? presets[kind as PresetKey] : undefined;
}

export function iconOf(kind: string): Icon {
  return offers.find(({ key }) => key === kind)?.icon ?? Webhook;
}

/** Whether the receiver is a server of the owner, which verifies signatures. A service such as Slack does not. */
export function verifiesSignatures(kind: string): boolean {
  return kind === 'webhook' || kind === 'custom';
}
