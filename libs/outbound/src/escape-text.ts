import type { Dialect } from '@inlet/contracts/presets/preset';

/** Breaks a mention: Mattermost notifies @channel unless a letter or digit precedes it. */
const mention = /(?<![\p{L}\p{N}])@/gu;
const zeroWidthSpace = '\u200b';

/** Escapes the characters that a service reads as markup. */
export const escapes: Readonly<Record<Dialect, (text: string) => string>> = {
  plain: (text) => text,
  // https://docs.slack.dev/messaging/formatting-message-text lists these three and no others.
  slack: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  discord: escapeMarkdown,
  mattermost: (text) => escapeMarkdown(text).replaceAll(mention, `${zeroWidthSpace}@${zeroWidthSpace}`),
};

/** An underscore inside a word, as in an email address, has no meaning. */
function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\*~`|[\]()<>#!&]|(?<![^\W_])_|_(?![^\W_])/g, String.raw`\$&`)
    .replaceAll(/^([^\S\n\r\u2028\u2029]*)([-+=]|\d+(?=[.)]))/gm, (_, indent: string, mark: string) =>
      /\d/.test(mark) ? `${indent}${mark}\\` : `${indent}\\${mark}`,
    );
}
