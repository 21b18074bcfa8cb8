import type { FieldRule } from '@inlet/contracts/field-rule';
import { describe, expect, it } from 'vitest';
import type { CheckedForm } from '#form-checks/checked-form.ts';
import { inspectPage } from '#form-checks/page/inspect-page.ts';

const url = 'https://site.example/contact';
const fields: FieldRule[] = [
  { name: 'email', type: 'email', required: true },
  { name: 'topic', type: 'choice', options: ['Sales', 'Help'] },
  { name: 'message', type: 'text' },
];
const form: CheckedForm = {
  endpointId: 'abcdefghijkl',
  publicUrl: 'https://inlet.example',
  allowedOrigins: ['https://site.example'],
  takesFiles: true,
  rules: { mode: 'enforce', unknown: 'refuse', fields },
  routedFields: ['topic'],
  scriptVersions: { '0.1.0': 'sha384-old', '0.2.0': 'sha384-new' },
};

const trap = '<input name="_gotcha" style="display:none">';
const inputs = `<label>Email <input name="email" type="email"></label>
  <select name="topic"><option value="">Choose<option>Sales<option>Help</select><textarea name="message" rows="4"></textarea>`;
const opening = '<form action="https://inlet.example/f/abcdefghijkl" method="post">';
const good = `<!doctype html><title>Contact</title>${opening}${inputs}${trap}<button>Send</button></form>`;
const change = (from: string, to: string) => good.replace(from, to);

const idsOf = (html: string, more: Partial<CheckedForm> = {}, at = url) =>
  inspectPage({ url: at, html }, { ...form, ...more }).findings.map(({ id, level }) => `${level} ${id}`);

it('finds nothing in a good page, and sends what a visitor would', () => {
  const { findings, sending } = inspectPage({ url, html: good }, form);
  expect(findings).toEqual([]);
  expect(sending).toEqual({
    origin: 'https://site.example',
    encoding: 'form',
    fields: { email: 'ada@example.com', topic: 'Sales', message: 'Test' },
  });
});

describe('finds', () => {
  it.each<[string, string, Partial<CheckedForm>?, string?]>([
    ['no_form', '<p>Nothing here</p>'],
    ['form_elsewhere', change(opening, '<form action="/contact.php" method="post">')],
    ['other_endpoint', change('/f/abcdefghijkl', '/f/zzzzzzzzzzzz')],
    ['other_address', change('https://inlet.example', 'https://old.example')],
    ['action_not_https', change('https://inlet.example', 'http://inlet.example')],
    ['wrong_method', change(' method="post"', '')],
    ['files_not_sent', change(trap, '<input type="file" name="message">')],
    [
      'files_not_taken',
      change(opening, opening.replace('>', ' enctype="multipart/form-data"><input type=file name=message>')),
      { takesFiles: false },
    ],
    ['wrong_encoding', change(opening, opening.replace('>', ' enctype="text/plain">'))],
    ['field_without_name', change(' name="email"', ''), { rules: null, routedFields: [] }],
    ['required_field_missing', change('name="email"', 'name="message"')],
    ['unknown_field', change(trap, '<input name="phone">')],
    ['option_not_allowed', change('<option>Help', '<option>Support')],
    ['condition_without_field', good, { routedFields: ['country'] }],
    ['honeypot_visible', change(trap, '<input name="_gotcha">')],
    ['origin_not_allowed', good, { allowedOrigins: ['https://other.example'] }],
  ])('%s', (id, html, more = {}, at = url) => {
    expect(idsOf(html, more, at)).toEqual([`fault ${id}`]);
  });
});

describe('notes', () => {
  it.each<[string, string, string?]>([
    ['by_script', '<script>fetch("https://inlet.example/f/abcdefghijkl", { method: "POST" })</script>'],
    ['by_script', `<form data-inlet="https://inlet.example/f/abcdefghijkl">${inputs}</form>`],
    ['field_missing', change('<textarea name="message" rows="4"></textarea>', '')],
    [
      'honeypot_unclear',
      change(trap, '<link rel="stylesheet" href="/x.css"><p class="extra"><input name="_gotcha"></p>'),
    ],
  ])('%s', (id, html) => {
    expect(idsOf(html)).toEqual([`note ${id}`]);
  });

  it('not_https', () => {
    expect(idsOf(good, { allowedOrigins: [] }, 'http://intranet.example/contact')).toEqual(['note not_https']);
  });
});

describe('the script tag', () => {
  const tag = '<script src="https://inlet.example/inlet-0.2.0.js" integrity="sha384-new" crossorigin></script>';
  const enhanced = change('<form ', '<form data-inlet ');
  const withTag = (from = '', to = '') => enhanced + tag.replace(from, to);

  it.each<[string, string]>([
    ['as the setup has it', withTag()],
    [
      'of the newest version, which has no lasting hash',
      withTag(tag, '<script src="https://inlet.example/inlet.js"></script>'),
    ],
    ['with several hashes', withTag('sha384-', 'sha384-old  sha384-')],
    ['with a hash that we do not know', withTag('sha384-new', 'sha512-abc')],
    ['beside a script that enhances the form', `${good}${tag}<script>inlet.enhance(document.forms[0])</script>`],
    ['of another server', withTag('inlet.example', 'other.example')],
    ['that is another script', withTag('/inlet-', '/assets/inlet-')],
  ])('is fine %s', (_, html) => {
    expect(idsOf(html)).toEqual([]);
  });

  it.each<[string, string]>([
    ['script_outdated', withTag('0.2.0.js" integrity="sha384-new', '0.1.0.js" integrity="sha384-old')],
    ['script_unknown', withTag('0.2.0', '99.0.0')],
    ['script_without_hash', withTag(' integrity="sha384-new"', '')],
    ['script_hash_wrong', withTag('sha384-new', 'sha384-old')],
    ['script_hash_wrong', withTag('-0.2.0.js" integrity="sha384-new', '.js" integrity="sha384-old')],
    ['script_without_crossorigin', withTag(' crossorigin', '')],
    ['form_without_attribute', good + tag],
  ])('has a note %s', (id, html) => {
    const { findings } = inspectPage({ url, html }, form);
    expect(findings.map((finding) => `${finding.level} ${finding.id}`)).toEqual([`note ${id}`]);
    expect(findings[0]?.code).toBeTruthy();
  });
});

it.each([
  '<input type="hidden" name="_gotcha">',
  '<div hidden><input name="_gotcha"></div>',
  '<div style="position: absolute; left: -9999px"><input name="_gotcha"></div>',
  '<style>@media all { .pot , .x { color: red; display : none } }</style><p class="a pot"><input name="_gotcha"></p>',
  '<style>#gotcha{opacity:0}</style><input id="gotcha" name="_gotcha">',
  '<span class="visually-hidden"><input name="_gotcha"></span>',
  '<p class="extra Hidden"><input name="_gotcha"></p>',
  '<style>/* a{} */.a,input.trap[name="_gotcha"]:not(:focus){/* off */opacity:0}</style><input class=trap name="_gotcha">',
  '<style>.a{color:red; .pot{height:0;&:hover{color:red}}}</style><p class=pot><input name="_gotcha"></p>',
  '<input name="_gotcha" style="position:absolute;clip:rect(0 0 0 0)">',
  '<input name="_gotcha" style="margin-left:-9999px">',
  '<style>body > form .pot + .x input{opacity:0}</style><p class=x><input name="_gotcha"></p>',
  '<style>.a ~ .pot [name=_gotcha]{opacity:0}</style><p class=pot><input name="_gotcha"></p>',
  '<style>.js [class~=a] .pot{display:none}</style><p class=a><input class=pot name="_gotcha"></p>',
  '<style>.a{& .pot{display:none}}</style><p class=a><input class=pot name="_gotcha"></p>',
])('sees that the honeypot is hidden: %s', (markup) => {
  expect(idsOf(change(trap, markup))).toEqual([]);
});

it.each([
  '<style>.field{background-clip:padding-box}</style><input class="field" name="_gotcha">',
  '<style>.field{border-width:1px}</style><input class="field" name="_gotcha">',
  '<style>.field{min-width:0;line-height:1}</style><input class="field" name="_gotcha">',
  '<input name="_gotcha" style="border-width:1px">',
  '<input name="_gotcha" style="line-height:1;clip-path:none">',
  '<div class="overflow-hidden no-hide"><input name="_gotcha"></div>',
  '<style>.field:focus{opacity:0}</style><input class="field" name="_gotcha">',
  '<style>form:valid .field{opacity:0}</style><input class="field" name="_gotcha">',
  '<style>.field.is-sent,.field[disabled],.field .hint{opacity:0}</style><input class="field" name="_gotcha">',
  '<style>/* .field{display:none} */</style><input class="field" name="_gotcha">',
])('sees that the honeypot is visible: %s', (markup) => {
  expect(idsOf(change(trap, markup))).toEqual(['fault honeypot_visible']);
});

it('resolves the address of a form as a browser does, and takes the form that is right', () => {
  const relative = change('https://inlet.example', '');
  expect(idsOf(`<base href="https://inlet.example/x/">${relative}`)).toEqual([]);
  const search = '<form action="https://inlet.example/f/zzzzzzzzzzzz" method="post"><input name="q"></form>';
  expect(idsOf(search + good)).toEqual([]);
  expect(idsOf(change('/f/abc', '/api/forms/abc'))).toEqual([]);
  const local = { publicUrl: 'http://localhost:8080' };
  expect(idsOf(change('https://inlet.example', 'http://127.0.0.1:8080'), local)).toEqual([]);
  expect(idsOf(change('https://inlet.example', 'http://127.0.0.1:9090'), local)).toEqual(['fault other_address']);
});

describe('a button with a way of its own', () => {
  const at = 'formaction="https://inlet.example/f/abcdefghijkl"';
  const sentBy = (button: string, more = '') => change('<button>', button).replace(opening, `<form ${more}>`);

  it.each([
    sentBy(`<button ${at} formmethod=POST>`),
    sentBy(`<input type=submit ${at}><button>`, 'method=post'),
    sentBy(
      `<button disabled type=submit ${at} formmethod=post formenctype="multipart/form-data">`,
      'enctype=text/plain',
    ),
    sentBy('<button type=reset>', 'id=a').replace('</form>', `</form><button form=a formmethod=post ${at}>`),
    change('<button>', '<button formaction="/drafts">Keep</button><button formmethod=dialog>Close</button><button>'),
  ])('sends to the endpoint as well as a form: %s', (html) => {
    expect(inspectPage({ url, html }, form)).toMatchObject({ findings: [], sending: { fields: { topic: 'Sales' } } });
  });

  it.each([
    ['wrong_method', 'formmethod="post"', change('<button>', '<button formmethod=get>')],
    ['wrong_encoding', 'formenctype="multipart/form-data"', change('<button>', '<button formenctype=text/plain>')],
    [
      'other_address',
      'formaction="https://inlet.example/f/abcdefghijkl"',
      sentBy(`<button ${at} formmethod=post>`).replace('inlet.', 'old.'),
    ],
    ['wrong_method', 'method="post"', sentBy(`<button ${at}>`)],
    [
      'form_elsewhere',
      '<form action="https://inlet.example/f/abcdefghijkl" method="post">',
      change('<button>', '<button formaction="/mail.php">'),
    ],
  ])('can be at fault: %s %s', (id, code, html) => {
    expect(inspectPage({ url, html }, form).findings).toMatchObject([{ id, code }]);
  });

  it.each([
    ['Set the formmethod of the button to post.', change('<button>', '<button formmethod=get>')],
    ['Set the method of the form to post.', sentBy(`<button ${at}>`)],
    ['Change the formaction of the button.', sentBy(`<button ${at} formmethod=post>`).replace('inlet.', 'old.')],
    ['Change the action of the form.', change('https://inlet.example', 'https://old.example')],
    [
      'Set the encoding of the button to multipart/form-data, or remove it.',
      change('<button>', '<button formenctype=text/plain>'),
    ],
    [
      'Set the encoding of the form to multipart/form-data, or remove it.',
      change(opening, opening.replace('>', ' enctype="text/plain">')),
    ],
  ])('has the advice: %s', (fix, html) => {
    expect(inspectPage({ url, html }, form).findings).toMatchObject([{ fix }]);
  });

  it('has the encoding of the test', () => {
    const html = sentBy(`<button ${at} formmethod=post formenctype="multipart/form-data">`);
    expect(inspectPage({ url, html }, form).sending?.encoding).toBe('multipart');
  });
});

describe('several forms for one endpoint', () => {
  const other = (attributes: string, content: string) =>
    `<form action="https://inlet.example/f/abcdefghijkl" ${attributes}>${content}</form>`;
  const messagesOf = (html: string, more: Partial<CheckedForm> = {}) =>
    inspectPage({ url, html }, { ...form, ...more }).findings.map(({ id, message }) => `${id}: ${message}`);

  it('are all judged, and the test is sent from the best one', () => {
    const seen = '<input name="_gotcha"><input id="phone"><input type=file name=cv>';
    const search = '<form action="/search"><input name="q"></form>';
    const { sending } = inspectPage({ url, html: search + other('', seen) + good }, form);
    expect(sending?.fields).toMatchObject({ topic: 'Sales' });
    expect(messagesOf(good + search + other('', seen))).toEqual([
      'wrong_method: The second of the 2 forms for this endpoint is sent with the method get, which puts the fields into the address and sends nothing',
      'files_not_sent: The second of the 2 forms for this endpoint has a field for files, but sends only their names',
      'field_without_name: In the second of the 2 forms for this endpoint, the field “phone” has no name, so what visitors fill in is not sent',
      'honeypot_visible: In the second of the 2 forms for this endpoint, visitors can see the trap for robots, and what they send with it counts as spam',
    ]);
    const old = other('method=post', '').replace('inlet.', 'old.');
    expect(messagesOf(old + good)).toEqual([
      'other_address: The first of the 2 forms for this endpoint is sent to https://old.example, but the address of this installation is https://inlet.example',
    ]);
    expect(messagesOf(good + other('enctype=text/plain method=post', ''))).toEqual([
      'wrong_encoding: The second of the 2 forms for this endpoint is sent in the encoding text/plain, which the endpoint does not read',
    ]);
  });

  it('have a finding once that all of them share', () => {
    const wrong = change(' method="post"', '');
    expect(messagesOf(wrong + wrong + wrong)).toEqual([
      'wrong_method: Each of the 3 forms for this endpoint is sent with the method get, which puts the fields into the address and sends nothing',
    ]);
    expect(messagesOf(wrong.repeat(5_000))[0]).toMatch(/^wrong_method: Each of the first 10 forms /);
    expect(messagesOf(wrong.repeat(11))[0]).toMatch(/^wrong_method: Each of the first 10 forms /);
    expect(messagesOf(wrong.repeat(10))[0]).toMatch(/^wrong_method: Each of the 10 forms /);
    expect(messagesOf(good + good)).toEqual([]);
  });

  it('are not named if there is one, whose buttons share a fault', () => {
    const html = change('<button>', '<button formmethod=get>A</button><button formmethod=get>B</button><button>');
    expect(messagesOf(html)).toEqual([
      'wrong_method: The form is sent with the method get, which puts the fields into the address and sends nothing',
    ]);
  });
});

it('names the field that a rule probably means', () => {
  const { findings } = inspectPage(
    { url, html: change('name="email"', 'name="E-Mail"') },
    { ...form, rules: { mode: 'enforce', unknown: 'keep', fields } },
  );
  expect(findings).toMatchObject([{ field: 'email', fix: 'The page has “E-Mail”. Give it exactly the same name.' }]);
});

it('names of visitors’ pages become no properties of their own', () => {
  const { sending } = inspectPage(
    { url, html: change(inputs, '<input name="__proto__"><input name="constructor">') },
    { ...form, rules: null },
  );
  expect(Object.keys(sending?.fields ?? {})).toEqual(['__proto__', 'constructor']);
});
