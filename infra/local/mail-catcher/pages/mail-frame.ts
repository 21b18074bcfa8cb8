import type { CaughtMail } from '#mail-catcher/caught-mail.ts';

/**
 * The mail's own HTML, as it came: its headers, and the sandbox of the frame, keep it from doing anything but being
 * looked at. Its links open beside the inbox.
 */
export function mailFrame({ html }: CaughtMail): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${html ?? ''}`;
}
