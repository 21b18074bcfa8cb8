import type { Language } from '@inlet/contracts/languages';
import { wordsOf } from '@inlet/contracts/languages/words';
import type { Mail } from '@inlet/contracts/mail';
import { escapeHtml } from '@inlet/contracts/text';
import type { MailName } from '#mail-name.ts';
import type { UnsubscribeUrls } from '#unsubscribe-tokens.ts';

/** The content of a mail as plain text; the HTML shows the same with a button. */
export interface Letter {
  /** The name of its sample. */
  readonly name: MailName;
  /** The kind in `mailSchema`; the default is `account`. */
  readonly kind?: Mail['kind'];
  /** Mails to visitors have their language; the default is English. */
  readonly language?: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** The smaller text below the button. */
  readonly notes?: readonly string[];
  readonly unsubscribe?: UnsubscribeUrls;
}

/** Renders a letter as a mail. It loads no remote content, so opening it cannot be tracked. */
export function renderMail(to: string, letter: Letter): Mail {
  const { kind, subject, unsubscribe } = letter;
  return {
    to,
    subject,
    text: renderText(letter),
    html: renderHtml(letter),
    ...(kind && { kind }),
    ...(unsubscribe && { unsubscribeUrl: unsubscribe.oneClick }),
  };
}

const fontStyle = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const buttonStyle = [
  'display:inline-block;padding:12px 20px;border-radius:8px',
  'background:#0b6670;color:#ffffff;text-decoration:none;font-weight:600',
].join(';');
const noteStyle = 'margin:0 0 12px;font-size:14px;line-height:1.5;opacity:0.75';

function renderText(letter: Letter): string {
  return [...letter.paragraphs, renderEnd(letter).text].join('\n\n');
}

function renderHtml(letter: Letter): string {
  const paragraphs = letter.paragraphs.map((text) => `<p style="margin:0 0 16px">${inLines(text)}</p>`);
  return renderMailPage(letter.subject, [...paragraphs, renderEnd(letter).html], letter.language);
}

const signature = 'Inlet';

/** The end of a mail: its button, notes, signature, and unsubscribe link. */
export function renderEnd({
  button,
  notes = [],
  unsubscribe,
  language = 'en',
}: Pick<Letter, 'button' | 'notes' | 'unsubscribe' | 'language'>) {
  const label = wordsOf(language).say('unsubscribe');
  // The page behind the link speaks the language of the mail.
  const page = unsubscribe && (language === 'en' ? unsubscribe.page : `${unsubscribe.page}&language=${language}`);
  const action = button ? [`${button.label}:\n${button.url}`] : [];
  const link = page ? ` · <a href="${escapeHtml(page)}" style="color:inherit">${escapeHtml(label)}</a>` : '';
  const end = page ? [`${label}:\n${page}`] : [];
  return {
    text: `${[...action, ...notes, `-- \n${signature}`, ...end].join('\n\n')}\n`,
    html: [
      ...(button ? [renderButton(button)] : []),
      ...notes.map((text) => `<p style="${noteStyle}">${inLines(text)}</p>`),
      `<p style="${noteStyle};margin-top:32px">${signature}${link}</p>`,
    ].join('\n'),
  };
}

/** A text as HTML with the same lines. */
export function inLines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n');
}

/** The page around the parts of a mail. Its colours follow the reader's mail program, light or dark. */
export function renderMailPage(subject: string, parts: readonly string[], language: Language = 'en'): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:32px 20px;${fontStyle};font-size:16px;line-height:1.6">
<div style="max-width:520px;margin:0 auto">
${parts.join('\n')}
</div>
</body>
</html>
`;
}

/** The address is repeated below the button, for mail programs that do not open buttons. */
function renderButton({ label, url }: { readonly label: string; readonly url: string }): string {
  const address = escapeHtml(url);
  return [
    `<p style="margin:24px 0"><a href="${address}" style="${buttonStyle}">${escapeHtml(label)}</a></p>`,
    `<p style="${noteStyle};word-break:break-all">${address}</p>`,
  ].join('\n');
}
