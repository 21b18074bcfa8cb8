import { describe, expect, it } from 'vitest';
import { automaticRoles, headlineOf, linesOf, previewOf, summaryOf } from '#inbox/field-roles.ts';

const headline = (data: object, choice = automaticRoles) => headlineOf(Object.entries(data), choice);
const long = 'The page stays white for a minute after the payment. '.repeat(4).trim();
const email = 'ada@example.com';

describe('the title, the subject and the message', () => {
  it.each<[string, object, Partial<ReturnType<typeof headline>>]>([
    [
      'a contact form',
      { email, name: 'Ada', message: 'fail me' },
      { title: 'Ada', address: email, message: 'fail me', subject: '' },
    ],
    [
      'a bug report',
      { title: 'Crash', severity: 'high', browser: 'Firefox', steps: 'Click', url: 'https://a.example', stack: long },
      { title: 'Crash', name: '', subject: 'Crash', message: 'Click' },
    ],
    ['a newsletter', { email, lang: 'en', consent: 'yes' }, { title: email, name: '', subject: '', message: '' }],
    [
      'a job application',
      { name: 'Ada', email, position: 'Engineer', message: 'Hello' },
      { title: 'Ada', subject: 'Engineer', message: 'Hello' },
    ],
    ['a survey', { q1: 'Yes', q2: 'Often', rating: 5 }, { title: '', message: '' }],
    ['a survey with a long answer', { q1: 'Yes', q2: long, rating: 5 }, { title: '', message: long }],
    ['a survey of questions', { question_1: 'Never', question_2: long }, { message: long }],
    ['an order', { email, product: 'Blue mug', quantity: '2' }, { title: email, subject: 'Blue mug', message: '' }],
    [
      'a longer text beside the message',
      { name: 'Ada', message: 'Hi', address: long, user_agent: long },
      { message: 'Hi' },
    ],
    ['a message of one word', { message: 'yes' }, { message: 'yes' }],
    ['a message that is a link', { email, message: 'https://a.example' }, { message: 'https://a.example' }],
    ['what is empty', { name: ' ', message: '', comment: 'Hi', email }, { title: email, message: 'Hi' }],
    ['nothing', {}, { title: '', message: '' }],
  ])('are found in %s', (_, data, expected) => {
    expect(headline(data)).toMatchObject(expected);
  });

  it.each([
    ['en', ['your-name', 'your-email', 'your-subject', 'your-message']],
    ['camelCase', ['contactName', 'emailAddress', 'subjectLine', 'yourComments']],
    ['brackets', ['contact[name]', 'contact[email]', 'contact[subject]', 'contact[body_message]']],
    ['a series', ['name-1', 'email-1', 'subject-1', 'textarea-1']],
    ['capitals', ['NAME', 'EMAIL', 'SUBJECT', 'MESSAGE']],
    ['de', ['Ihr Name', 'E-Mail', 'Betreff', 'Nachricht']],
    ['fr', ['nom', 'courriel', 'objet', 'Votre message']],
    ['es', ['Nombre completo', 'correo_electrónico', 'Asunto', 'Mensaje']],
    ['it', ['nome', 'indirizzo email', 'oggetto', 'messaggio']],
    ['pt', ['Nome completo', 'e-mail', 'assunto', 'descrição']],
    ['nl', ['naam', 'emailadres', 'onderwerp', 'bericht']],
    ['pl', ['Imię i nazwisko', 'e-mail', 'temat', 'wiadomość']],
    ['sv', ['namn', 'e-post', 'ämne', 'meddelande']],
    ['tr', ['Adı Soyadı', 'e-posta', 'Konu', 'Mesaj']],
    ['ru', ['Имя', 'почта', 'Тема', 'Сообщение']],
    ['el', ['Ονοματεπώνυμο', 'email', 'Θέμα', 'Μήνυμα']],
    ['ja', ['お名前', 'メールアドレス', '件名', 'お問い合わせ内容']],
    ['zh', ['您的姓名', '邮箱', '主题', '留言内容']],
    ['ko', ['이름', '이메일', '제목', '문의 내용']],
    ['ar', ['الاسم', 'البريد', 'الموضوع', 'الرسالة']],
    ['he', ['שם מלא', 'email', 'נושא', 'הודעה']],
  ])('are found by the names of %s', (_, [name = '', address = '', subject = '', message = '']) => {
    // The longest text has a meaningless name.
    const data = { x: long, [message]: 'M', [subject]: 'S', [address]: email, [name]: 'N' };
    expect(headline(data)).toMatchObject({ name: 'N', address: email, subject: 'S', message: 'M' });
  });

  it.each([
    [{ first_name: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
    [{ nachname: 'Lovelace', vorname: 'Ada' }, 'Ada Lovelace'],
    [{ nom: 'Lovelace', prénom: 'Ada' }, 'Ada Lovelace'],
    [{ nome: 'Ada', cognome: 'Lovelace' }, 'Ada Lovelace'],
    [{ firstName: 'Ada', name: 'Ada Lovelace' }, 'Ada Lovelace'],
    [{ firstName: 'Ann', lastName: 'Annson' }, 'Ann Annson'],
    [{ surname: 'Lovelace' }, 'Lovelace'],
    [{ company_name: 'Acme', 'contact name': 'Ada' }, 'Ada'],
    [{ username: 'a1', fileName: 'b.txt', productName: 'Mug', 'name of your company': 'Acme' }, ''],
    [{ name: 'مريم العلي' }, 'مريم العلي'],
    [{ name: '👩‍🚀 Ada' }, '👩‍🚀 Ada'],
  ])('calls the sender of %j %j', (data, name) => {
    expect(headline(data).name).toBe(name);
  });

  it('have one line of a bounded length, without half of a character', () => {
    const { name, subject, title } = headline({
      name: `a${'👋'.repeat(10_000)}`,
      subject: `b\n\n${'c '.repeat(9_999)}`,
    });
    expect([name.length, name.isWellFormed(), title]).toEqual([239, true, name]);
    expect(subject).toMatch(/^b (c ?){10,}/);
    expect(subject.length).toBeLessThanOrEqual(240);
  });

  it('are those of the owner, and the usual ones in a submission without them', () => {
    const choice = { name: 'company', subject: 'plan', message: 'notes_internal' };
    const data = { name: 'Ada', company: 'Acme', plan: 'Pro', message: 'Hi', notes_internal: 'Call' };
    expect(headline(data, choice)).toMatchObject({ title: 'Acme', subject: 'Pro', message: 'Call' });
    expect(headline({ ...data, company: ' ' }, choice).title).toBe('Ada');
    expect(headline({ name: 'Ada', title: 'T', message: 'Hi' }, choice)).toMatchObject({
      title: 'Ada',
      subject: 'T',
      message: 'Hi',
    });
  });
});

describe('the texts of a submission', () => {
  const bug = { severity: 'high', steps: 'Click\n it', title: 'Crash' };
  it.each([
    [{ x: 'other', message: 'Hello\n  there', email, name: 'Ada' }, ['Ada', email, 'Hello there', 'other']],
    [bug, ['Crash', 'Click it', 'high']],
    [{ a: ['b', 'c'], n: 5, o: { p: null }, e: '', z: null }, ['b, c', '5', '{"p":null}']],
  ])('begin with what matters: %j', (data, lines) => {
    expect(linesOf(Object.entries(data))).toEqual(lines);
    expect(previewOf(Object.entries(data))).toBe(lines.join(' · '));
  });

  it.each([
    [{ name: 'Ada', email, subject: 'S', message: 'M', x: 'X' }, 'S · M'],
    [{ name: 'Ada', email, phone: '+49 1', size: 'L' }, '+49 1 · L'],
    [bug, 'Click it'],
  ])('say what is not in the title: %j', (data, summary) => {
    expect(summaryOf(Object.entries(data))).toBe(summary);
  });

  it('stay short for any submission', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => [`f${at}`, 'x'.repeat(1_000)] as const);
    expect(previewOf(many).length).toBe(160);
    expect(summaryOf(many).length).toBeLessThanOrEqual(240);
  });
});
