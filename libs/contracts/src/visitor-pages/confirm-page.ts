import { addressConfirmationDays } from '#inbox/confirmation.ts';
import type { Words } from '#languages/words.ts';
import { escapeHtml } from '#text.ts';
import type { Page } from '#visitor-pages/page-layout.ts';
import { paragraph } from '#visitor-pages/pages.ts';

/** What a link that confirms an address leads to. */
export type ConfirmPageState = 'asked' | 'confirmed' | 'confirmed-before' | 'expired' | 'unknown';

export const confirmPath = '/confirm-address';

interface ConfirmLink {
  /** The address of the page, without its token. */
  readonly action: string;
  readonly token: string;
}

/** The page behind such a link. It changes nothing before its button is pressed, because mail scanners open links. */
export function confirmPage({ language, say }: Words, state: ConfirmPageState, { action, token }: ConfirmLink): Page {
  switch (state) {
    case 'asked': {
      const address = `${action}?token=${encodeURIComponent(token)}`;
      const form = `<form method="post" action="${escapeHtml(address)}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<p><button class="button">${escapeHtml(say('confirmButton'))}</button></p>
</form>`;
      return { language, title: say('confirmTitle'), body: `${paragraph(say('confirmText'))}\n${form}`, style };
    }
    case 'confirmed':
      return { language, title: say('confirmedTitle'), body: paragraph(say('confirmed')) };
    case 'confirmed-before':
      return { language, title: say('confirmedBeforeTitle'), body: paragraph(say('confirmedBefore')) };
    case 'expired':
      return {
        language,
        title: say('linkExpiredTitle'),
        body: paragraph(say('linkExpired', { count: addressConfirmationDays })),
      };
    case 'unknown':
      return { language, title: say('linkUnknownTitle'), body: paragraph(say('linkUnknown')) };
  }
}

const style = `
form p { margin-top: 24px; }
button.button { font: inherit; font-weight: 500; cursor: pointer; }`;
