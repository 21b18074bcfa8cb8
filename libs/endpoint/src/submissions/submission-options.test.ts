import { describe, expect, it } from 'vitest';
import type { Fields } from '#bodies/fields.ts';
import { splitSubmission } from '#submissions/submission-options.ts';

const split = (fields: Fields) => splitSubmission({ fields, json: null });

describe('fields that begin with an underscore', () => {
  it('steer and are not stored', () => {
    const { json, options } = split({
      name: 'Ada',
      _redirect: 'https://example.com/thanks',
      _success_message: 'Thanks!',
      _idempotency_key: 'k',
      _subject: 'Hello',
      _replyto: 'ada@example.com',
      _gotcha: '',
      _anything: 'else',
    });
    expect(json).toBe('{"name":"Ada"}');
    expect(options).toEqual({
      redirect: 'https://example.com/thanks',
      successMessage: 'Thanks!',
      idempotencyKey: 'k',
      subject: 'Hello',
      replyTo: 'ada@example.com',
      isSpam: false,
    });
  });

  it('are kept when they begin with two', () => {
    expect(split({ __name: 'x', _next: 'y' }).json).toBe('{"__name":"x"}');
    expect(split(JSON.parse('{"__proto__":1,"_next":"y"}')).json).toBe('{"__proto__":1}');
  });

  it('leave nothing when there is nothing else', () => {
    const empty = expect.objectContaining({ status: 400, code: 'empty_submission' });
    expect(() => split({ _subject: 'x' })).toThrow(empty);
    expect(() => split({})).toThrow(empty);
  });

  it.each([[''], ['  '], [42], [[]], [null], [{ a: 1 }]])('say nothing when they are %j', (value) => {
    const { options } = split({ a: 1, _success_message: value, _redirect: value, _subject: value });
    expect(options).toMatchObject({ successMessage: null, redirect: null, subject: null });
  });

  it('may be called _next, and the last one counts when a name repeats', () => {
    expect(split({ a: 1, _next: 'https://a.example' }).options.redirect).toBe('https://a.example');
    expect(split({ a: 1, _redirect: ['x', 'y'] }).options.redirect).toBe('y');
  });

  it('never carry a line break into the head of a mail', () => {
    const { options } = split({
      a: 1,
      _subject: 'Hi\r\nBcc: everybody@example.com',
      _replyto: '\n a@b.example\n',
    });
    expect(options.subject).toBe('Hi Bcc: everybody@example.com');
    expect(options.replyTo).toBe('a@b.example');
  });

  it('are cut after 500 characters, and no character in the middle', () => {
    const subjectOf = (text: string) => split({ a: 1, _subject: text }).options.subject;
    expect(subjectOf('x'.repeat(501))).toBe('x'.repeat(500));
    expect(subjectOf(`${'x'.repeat(499)}👋`)).toBe('x'.repeat(499));
    expect(subjectOf(`${'x'.repeat(498)}👋👋`)).toBe(`${'x'.repeat(498)}👋`);
  });
});

describe('the message for visitors', () => {
  const message = (length: number) => split({ a: 1, _success_message: 'é'.repeat(length) }).options.successMessage;

  it('has 1,000 characters and no more', () => {
    expect(message(1_000)).toBe('é'.repeat(1_000));
    const sentence = 'The field "_success_message" can have at most 1000 characters';
    expect(() => message(1_001)).toThrow(
      expect.objectContaining({
        status: 422,
        code: 'invalid_fields',
        message: sentence,
        details: { issues: [{ field: '_success_message', message: sentence }] },
      }),
    );
  });

  it('has them for a form with a captcha too', () => {
    const fields = { a: 1, _success_message: 'x'.repeat(1_001) };
    expect(() => splitSubmission({ fields, json: null }, 'turnstile')).toThrow(
      expect.objectContaining({ code: 'invalid_fields' }),
    );
  });
});

describe('the trap for robots', () => {
  it.each([
    ['_gotcha', 'x'],
    ['_honeypot', 'x'],
    ['_gotcha', ' '],
    ['_gotcha', 1],
    ['_gotcha', true],
    ['_gotcha', {}],
    ['_gotcha', { toString: 1 }],
    ['_honeypot', ['', 'x']],
  ])('is filled: %s %j', (name, value) => {
    expect(split({ a: 1, [name]: value }).options.isSpam).toBe(true);
  });

  it.each([[''], [null], [false], [['', '']]])('is not filled: %j', (value) => {
    expect(split({ a: 1, _gotcha: value, _honeypot: value }).options.isSpam).toBe(false);
  });
});

describe('the token of a captcha', () => {
  const tokens = {
    'cf-turnstile-response': 'of Turnstile',
    'h-captcha-response': 'of hCaptcha',
    'g-recaptcha-response': ['of', 'reCAPTCHA'],
  };

  it.each([
    ['turnstile', 'of Turnstile'],
    ['hcaptcha', 'of hCaptcha'],
    ['recaptcha', 'reCAPTCHA'],
  ] as const)('of %s is taken out of the fields', (captcha, captchaToken) => {
    const found = splitSubmission({ fields: { name: 'Ada', ...tokens, _subject: 'Hi' }, json: null }, captcha);
    expect(found).toMatchObject({ json: '{"name":"Ada"}', captchaToken, options: { subject: 'Hi' } });
  });

  it('is empty where it is missing, so that the worker knows', () => {
    expect(splitSubmission({ fields: { name: 'Ada' }, json: null }, 'turnstile').captchaToken).toBe('');
  });

  it('alone is no submission', () => {
    expect(() => splitSubmission({ fields: tokens, json: null }, 'turnstile')).toThrow(
      expect.objectContaining({ code: 'empty_submission' }),
    );
  });

  it('is a field like any other for a form without a captcha', () => {
    const { json, captchaToken } = split({ name: 'Ada', 'g-recaptcha-response': 'x' });
    expect([json, captchaToken]).toEqual(['{"name":"Ada","g-recaptcha-response":"x"}', undefined]);
  });
});
