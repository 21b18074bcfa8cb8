import Airtable from 'virtual:brand/airtable';
import Discord from 'virtual:brand/discord';
import Sheets from 'virtual:brand/googlesheets';
import Mattermost from 'virtual:brand/mattermost';
import Notion from 'virtual:brand/notion';
import Ntfy from 'virtual:brand/ntfy';
import Telegram from 'virtual:brand/telegram';
import Braces from 'virtual:lucide/braces';
import Slack from 'virtual:lucide/slack';
import Users from 'virtual:lucide/users-round';
import Webhook from 'virtual:lucide/webhook';
import type { PresetKey } from '@inlet/contracts/presets/all-presets';
import type { Icon } from '#components/ui/icon.tsx';

interface Offer {
  readonly key: PresetKey;
  readonly title: string;
  readonly icon: Icon;
  /** The content that the service receives. */
  readonly summary: string;
}

/** In the order of the picker. Simple Icons has no marks of Slack and Microsoft any more. The presets themselves weigh more, and only the form of an integration needs them. */
export const offers: readonly Offer[] = [
  { key: 'slack', title: 'Slack', icon: Slack, summary: 'A message in a channel' },
  { key: 'discord', title: 'Discord', icon: Discord, summary: 'A message in a channel' },
  { key: 'telegram', title: 'Telegram', icon: Telegram, summary: 'A message in a chat or a group' },
  { key: 'teams', title: 'Microsoft Teams', icon: Users, summary: 'A card in a channel' },
  { key: 'mattermost', title: 'Mattermost', icon: Mattermost, summary: 'A message in a channel' },
  { key: 'ntfy', title: 'ntfy', icon: Ntfy, summary: 'A notification on your phone' },
  { key: 'google_sheets', title: 'Google Sheets', icon: Sheets, summary: 'A row in a spreadsheet' },
  { key: 'notion', title: 'Notion', icon: Notion, summary: 'A page in a database' },
  { key: 'airtable', title: 'Airtable', icon: Airtable, summary: 'A record in a table' },
  { key: 'webhook', title: 'Webhook', icon: Webhook, summary: 'A signed request to your own server' },
  { key: 'custom', title: 'Custom request', icon: Braces, summary: 'A request with a body that you write' },
];

export function offerOf(kind: string): Offer | undefined {
  return offers.find(({ key }) => key === kind);
}

export function titleOf(kind: string): string {
  return offerOf(kind)?.title ?? kind;
}

export function iconOf(kind: string): Icon {
  return offerOf(kind)?.icon ?? Webhook;
}

/** True if the receiver is the owner's server, which verifies signatures. A service such as Slack does not. */
export function verifiesSignatures(kind: string): boolean {
  return kind === 'webhook' || kind === 'custom';
}
