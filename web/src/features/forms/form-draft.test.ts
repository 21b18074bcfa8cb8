import { describe, expect, it } from 'vitest';
import { checkDraft, toCreateForm } from '#features/forms/form-draft.ts';

const draft = { name: 'Contact', description: '', origins: ['https://example.com'] };

describe('a new form', () => {
  it('needs a name', () => {
    expect(checkDraft({ ...draft, name: '  ' })).toEqual({ name: 'Form name is required' });
  });

  it('needs an origin, and blank entries are none', () => {
    expect(checkDraft({ ...draft, origins: ['', ' '] })).toEqual({ origins: 'At least one origin is required' });
  });

  it('refuses an origin that does not start with https://', () => {
    const message = { origins: 'All origins must start with https://' };
    expect(checkDraft({ ...draft, origins: ['https://example.com', 'http://example.com'] })).toEqual(message);
    expect(checkDraft({ ...draft, origins: ['example.com'] })).toEqual(message);
  });

  it('accepts exact domains, wildcard subdomains and localhost with a port', () => {
    const origins = ['https://example.com', 'https://*.example.com', 'localhost:3000', ''];
    expect(checkDraft({ ...draft, origins })).toEqual({});
  });

  it('refuses a name and a description that are too long', () => {
    const errors = checkDraft({ ...draft, name: 'n'.repeat(101), description: 'd'.repeat(501) });
    expect(errors).toEqual({
      name: 'Form name must have at most 100 characters',
      description: 'Description must have at most 500 characters',
    });
  });

  it('is sent without blank entries and without spaces around', () => {
    expect(toCreateForm({ name: ' Contact ', description: ' ', origins: [' https://example.com ', ''] })).toEqual({
      name: 'Contact',
      description: null,
      allowedOrigins: ['https://example.com'],
    });
  });
});
