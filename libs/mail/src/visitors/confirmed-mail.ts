import type { Labels } from '@inlet/contracts/labels';
import type { Language } from '@inlet/contracts/languages';
import { wordsOf } from '@inlet/contracts/languages/words';
import type { Mail } from '@inlet/contracts/mail';
import { inLines, renderEnd, renderMailPage } from '#render-mail.ts';
import { cut, type Part } from '#submissions/mail-size.ts';
import type { Field } from '#submissions/read-fields.ts';
import { showCopy } from '#submissions/show-submission.ts';
import type { UnsubscribeUrls } from '#unsubscribe-tokens.ts';
import { fillTemplate, type Template } from '#visitors/fill-template.ts';
import { formNameFor } from '#visitors/form-name.ts';

interface Confirmed {
  readonly formName: string;
  readonly language: Language;
  /** The automatic reply; null if there is none. */
  readonly template: Template | null;
  readonly fields: readonly Field[];
  readonly labels: Labels;
  /** True if the visitor gets a copy of the fields. */
  readonly hasCopy: boolean;
}

/** A mail has 100 kB; the rest is for its frame and the automatic reply. */
const copyMax = 70_000;
const subjectMax = 200;

/** The automatic reply, the copy of the fields, or both in one, for a visitor who has confirmed the address. */
export function confirmedMail(to: string, confirmed: Confirmed, unsubscribe: UnsubscribeUrls): Mail {
  const { language, template, fields, labels, hasCopy } = confirmed;
  const { say } = wordsOf(language);
  const form = formNameFor(confirmed.formName);
  const reply = template && fillTemplate(template, fields);
  const subject = cut(reply?.subject.trim() || say('copySubject', { form }), subjectMax);
  const parts = [
    ...(reply ? reply.body.split(/\n{2,}/).map(paragraph) : []),
    ...(hasCopy
      ? [paragraph(reply ? say('copyFields') : say('copyLead', { form })), showCopy(fields, labels, copyMax)]
      : []),
  ];
  const end = renderEnd({ notes: [say('replyNote')], unsubscribe, language });
  return {
    to,
    kind: 'auto-reply',
    subject,
    text: [...parts.map(({ text }) => text), end.text].join('\n\n'),
    html: renderMailPage(subject, [...parts.map(({ html }) => html), end.html], language),
    unsubscribeUrl: unsubscribe.oneClick,
  };
}

function paragraph(text: string): Part {
  return { text, html: `<p style="margin:0 0 16px">${inLines(text)}</p>` };
}
