import { airtable } from '#presets/airtable.ts';
import { custom } from '#presets/custom.ts';
import { discord } from '#presets/discord.ts';
import { googleSheets } from '#presets/google-sheets.ts';
import { mattermost } from '#presets/mattermost.ts';
import { notion } from '#presets/notion.ts';
import { ntfy } from '#presets/ntfy.ts';
import type { Preset } from '#presets/preset.ts';
import { slack } from '#presets/slack.ts';
import { teams } from '#presets/teams.ts';
import { telegram } from '#presets/telegram.ts';
import { webhook } from '#presets/webhook.ts';

const all = {
  webhook,
  slack,
  discord,
  telegram,
  teams,
  mattermost,
  ntfy,
  google_sheets: googleSheets,
  notion,
  airtable,
  custom,
};

export type PresetKey = keyof typeof all;
/** All presets by their keys, in the order of the screen. */
export const presets: Readonly<Record<PresetKey, Preset>> = all;
/** The keys of all presets. */
export const presetKeys = Object.keys(all) as PresetKey[];
