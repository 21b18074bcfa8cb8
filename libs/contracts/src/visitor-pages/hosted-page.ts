import type { FormEntry } from '#forms/form-directory.ts';
import { exampleOrigin } from '#forms/origins.ts';
import type { Words } from '#languages/words.ts';
import { type FieldRule, labelOf } from '#rules/field-rule.ts';
import { escapeHtml } from '#text.ts';
import { directionOf } from '#visitor-pages/direction.ts';
import { fieldId, fieldMarkup, type Typed } from '#visitor-pages/form-fields.ts';
import { fontPath, type Page, type PageFrame } from '#visitor-pages/page-layout.ts';
import { backLink, ownParagraph, paragraph } from '#visitor-pages/pages.ts';
import { nameOf, type Refusal, sayIssue, visitorWords } from '#visitor-pages/visitor-words.ts';

/** The part of a form that its hosted page shows. */
export type ShownForm = Pick<FormEntry, 'name' | 'page' | 'rules' | 'files' | 'allowedOrigins' | 'afterSending'>;

/**
 * Stands for a form that is not known, or shows no page. The page that says so can send nothing, so every website may
 * show it: it appears where the form was.
 */
export const unknownForm: ShownForm = { name: '', allowedOrigins: [] };

/** The installation and the form of a hosted page. */
export interface PageAddress {
  readonly publicUrl: string;
  readonly endpointId: string;
}

export function hostedPageUrl(publicUrl: string, endpointId: string): string {
  return `${publicUrl}/s/${endpointId}`;
}

/** The address that takes what a hosted page sends. */
function actionOf({ publicUrl, endpointId }: PageAddress): string {
  return `${publicUrl}/f/${endpointId}/page`;
}

/** The form as a page. After a refusal it has the faults, and what was typed. */
export function hostedFormPage(
  words: Words,
  form: ShownForm,
  address: PageAddress,
  typed: Typed = {},
  refusal?: Refusal,
): Page {
  const { language, say } = words;
  const { introduction } = form.page ?? {};
  const heading = headingOf(form);
  const intro = introduction ? `<p class="introduction" dir="auto">${escapeHtml(introduction)}</p>\n` : '';
  const fields = fieldsOf(form);
  const body =
    fields.length === 0 ? paragraph(say('noFields')) : formMarkup(words, form, fields, address, typed, refusal);
  const shownTitle = refusal ? say('checkTitle', { title: heading }) : heading;
  // Only the page itself may be found, not one with what a visitor typed.
  const description = refusal ? {} : { description: introduction ?? heading };
  return { language, title: shownTitle, body: intro + body, style, ...description };
}

function headingOf({ page, name }: ShownForm): string {
  return page?.title ?? name;
}

/** The page after sending. */
export function hostedThanksPage(
  { language, say }: Words,
  { page, afterSending }: ShownForm,
  { publicUrl, endpointId }: PageAddress,
): Page {
  const text = page?.thanks ?? afterSending?.message ?? say('thanksText');
  const again = backLink(hostedPageUrl(publicUrl, endpointId), say('fillInAgain'));
  return { language, title: say('thanksTitle'), body: `<p dir="auto">${escapeHtml(text)}</p>${again}` };
}

/** The page while the form takes nothing because of its times or its number. */
export function hostedClosedPage(words: Words, form: ShownForm, refusal: Refusal): Page {
  const { title, message } = visitorWords(words, refusal);
  const body = `<p><strong>${escapeHtml(title)}</strong></p>${ownParagraph(message)}`;
  return { language: words.language, title: headingOf(form), body };
}

/** The page at an address whose form is unknown, or whose owner shows no page. */
export function missingPage({ language, say }: Words): Page {
  return { language, title: say('noFormTitle'), body: paragraph(say('noForm')) };
}

/** The look of the pages of a form, and who may show them in a frame. */
export function hostedFrame(form: ShownForm, address: PageAddress): PageFrame {
  const { page, afterSending, allowedOrigins } = form;
  const { name = null, logo = null, color = null } = afterSending ?? {};
  const origins = allowedOrigins.map((entry) => (entry.startsWith('https://') ? entry : exampleOrigin(entry)));
  return {
    look: { name, logo, color: page?.accent ?? color },
    fontUrl: address.publicUrl + fontPath,
    hosted: {
      // Without a page the id in the address may be any text, which must not be part of a policy.
      action: page ? actionOf(address) : "'none'",
      ancestors: origins.length === 0 ? '*' : ["'self'", ...origins].join(' '),
      direction: directionOf(headingOf(form)),
    },
  };
}

/** Files that the form does not take are not asked for. */
function fieldsOf({ rules, files }: ShownForm): readonly FieldRule[] {
  return (rules?.fields ?? []).filter(({ type }) => type !== 'file' || files !== undefined);
}

function formMarkup(
  words: Words,
  { page }: ShownForm,
  fields: readonly FieldRule[],
  address: PageAddress,
  typed: Typed,
  refusal: Refusal | undefined,
): string {
  const hasFiles = fields.some(({ type }) => type === 'file');
  const faults = new Map((refusal?.issues ?? []).map((issue) => [issue.field, sayIssue(words, issue, undefined)]));
  const rows = fields.map((rule, index) => fieldMarkup(words, rule, index, typed, faults.get(rule.name)));
  return `${refusal ? refusalMarkup(words, refusal, fields, hasFiles) : ''}<form action="${escapeHtml(actionOf(address))}" method="post"${hasFiles ? ' enctype="multipart/form-data"' : ''}>
${rows.join('\n')}
<div class="trap"><label for="trap">${escapeHtml(words.say('leaveEmpty'))}</label><input id="trap" name="_gotcha" tabindex="-1" autocomplete="off"></div>
<button class="button" dir="auto">${escapeHtml(page?.button ?? words.say('send'))}</button>
</form>`;
}

/** What has to be changed, with links to the fields. */
function refusalMarkup(words: Words, refusal: Refusal, fields: readonly FieldRule[], hasFiles: boolean): string {
  const { say } = words;
  const { message } = visitorWords(words, refusal);
  const items = (refusal.issues ?? []).map((issue) => {
    const index = fields.findIndex(({ name }) => name === issue.field);
    const rule = fields[index];
    const said = escapeHtml(sayIssue(words, issue, rule ? labelOf(rule) : nameOf(issue)));
    return `<li dir="auto">${rule && rule.type !== 'hidden' ? `<a href="#${fieldId(index)}">${said}</a>` : said}</li>`;
  });
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '';
  const lead = items.length > 0 ? say('checkFields') : message;
  const files = hasFiles ? paragraph(say('chooseFilesAgain')) : '';
  return `<div class="refusal" role="alert"><p dir="auto">${escapeHtml(lead)}</p>${list}${files}</div>\n`;
}

const style = `
main { max-width: 560px; }
.introduction { margin-top: 8px; }
form { margin: 24px 0 0; display: grid; gap: 20px; min-width: 0; }
.field { min-width: 0; margin: 0; padding: 0; border: 0; }
label, legend { font-weight: 500; overflow-wrap: anywhere; }
legend { padding: 0; }
.box { display: grid; grid-template-columns: auto auto 1fr; align-items: baseline; column-gap: 8px; }
.box label { min-width: 0; padding: 8px 0; font-weight: 400; }
.box input { width: 16px; height: 16px; margin: 0; accent-color: var(--ink); transform: translateY(2px); }
.box .help, .box .fault { grid-column: 2 / -1; }
.optional, .help, .fault { font-size: 13px; line-height: 20px; font-weight: 400; }
.optional { color: var(--muted); }
.help, .field .help { margin: 0 0 4px; }
.field .fault, .refusal p { margin: 0 0 4px; color: var(--danger); font-weight: 500; }
input:not([type=checkbox], [type=radio]), select, textarea { display: block; width: 100%; min-width: 0; margin: 4px 0 0; padding: 9px 12px;
  font: inherit; font-size: 16px; color: var(--ink); background: var(--surface); border: 1px solid var(--control); border-radius: 8px; }
textarea { resize: vertical; }
::file-selector-button { font: inherit; font-size: 14px; margin-inline-end: 8px; }
[aria-invalid] { border-color: var(--danger) !important; }
::placeholder { color: var(--muted); opacity: 1; }
input:focus-visible, select:focus-visible, textarea:focus-visible, a:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.refusal { margin: 24px 0 0; padding: 12px 16px; border: 1px solid var(--danger); border-radius: 8px; }
.refusal ul { margin: 4px 0 0; }
.refusal ul + p { margin: 8px 0 0; color: var(--muted); font-weight: 400; }
.refusal a { color: inherit; }
.trap { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
button { justify-self: start; font: inherit; font-weight: 500; padding: 10px 20px; cursor: pointer; max-width: 100%; overflow-wrap: anywhere; }
@media (max-width: 480px) { button { justify-self: stretch; } }
:root { --danger: #b3261e; --control: #8b8d87; }
@media (prefers-color-scheme: dark) { :root { --danger: #ff9a8f; --control: #7b837f; } }`;
