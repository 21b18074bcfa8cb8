import { describe, expect, it } from 'vitest';
import { allowedOriginsMax, createFormSchema, listFormsQuerySchema, updateFormSchema } from '#forms/forms.ts';

const form = { name: 'Contact', allowedOrigins: ['https://example.com'] };

/** The messages for a form with some fields changed, each after its field. */
function refusals(changes: Record<string, unknown>): string[] {
  const { error } = createFormSchema.safeParse({ ...form, ...changes });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('createFormSchema', () => {
  it('fills in what was left out', () => {
    expect(createFormSchema.parse(form)).toEqual({
      ...form,
      description: null,
      bodyMaxBytes: null,
      takesFiles: true,
      fileTypes: [],
      language: null,
      ...{ opensAt: null, closesAt: null, maxSubmissions: null, closedMessage: null },
    });
  });

  it.each([
    ['  Contact  ', 'Contact'],
    ['x', 'x'],
    [`  ${'x'.repeat(100)}  `, 'x'.repeat(100)],
    ['<b>Ünïcode</b> 😀', '<b>Ünïcode</b> 😀'],
  ])('keeps the name %j as %j', (name, kept) => {
    expect(createFormSchema.parse({ ...form, name }).name).toBe(kept);
  });

  it.each([
    [undefined, 'name: Form name is required'],
    [null, 'name: Form name is required'],
    [7, 'name: Form name is required'],
    ['', 'name: Form name is required'],
    [' \n\t ', 'name: Form name is required'],
    ['x'.repeat(101), 'name: Form name must have at most 100 characters'],
    ['a\0b', 'name: Form name has a character that cannot be stored'],
  ])('refuses the name %j', (name, says) => {
    expect(refusals({ name })).toEqual([says]);
  });

  it.each([
    [undefined, null],
    [null, null],
    ['', null],
    ['   ', null],
    [' Our form ', 'Our form'],
    ['x'.repeat(500), 'x'.repeat(500)],
  ])('keeps the description %j as %j', (description, kept) => {
    expect(createFormSchema.parse({ ...form, description }).description).toBe(kept);
  });

  it.each([
    ['x'.repeat(501), 'description: Description must have at most 500 characters'],
    ['a\0b', 'description: Description has a character that cannot be stored'],
  ])('refuses the description %j', (description, says) => {
    expect(refusals({ description })).toEqual([says]);
  });

  it.each([
    [
      ['https://EXAMPLE.com/', '', 'http://localhost:3000'],
      ['https://example.com', 'localhost:3000'],
    ],
    [['https://a.com', 'https://A.com/', 'https://a.com:443'], ['https://a.com']],
    [
      ['https://b.com', 'https://a.com', 'https://b.com'],
      ['https://b.com', 'https://a.com'],
    ],
  ])('keeps the origins %j as %j', (allowedOrigins, kept) => {
    expect(createFormSchema.parse({ ...form, allowedOrigins }).allowedOrigins).toEqual(kept);
  });

  it.each([[undefined], [null], [[]], [['', '  ', '\n']]])('wants an origin, and %j is none', (allowedOrigins) => {
    expect(refusals({ allowedOrigins })).toEqual(['allowedOrigins: At least one origin is required']);
  });

  it.each([
    ['http://example.com'],
    ['example.com'],
    ['https://*.com'],
    ['https://example.com/path'],
    [`https://${'a'.repeat(300)}.com`],
  ])('refuses the origin %j and says which entry it is', (origin) => {
    expect(refusals({ allowedOrigins: ['https://example.com', origin] })).toEqual([
      'allowedOrigins.1: Origin must start with https://',
    ]);
  });

  it('names every origin that is wrong', () => {
    expect(refusals({ allowedOrigins: ['a', 'https://example.com', 'b'] })).toEqual([
      'allowedOrigins.0: Origin must start with https://',
      'allowedOrigins.2: Origin must start with https://',
    ]);
  });

  it('takes the maximum number of origins, and not one more', () => {
    const origins = Array.from({ length: allowedOriginsMax + 1 }, (_, index) => `https://site-${index}.com`);
    expect(refusals({ allowedOrigins: origins.slice(1) })).toEqual([]);
    expect(refusals({ allowedOrigins: origins })).toEqual(['allowedOrigins: A form can have at most 100 origins']);
  });

  it.each([['https://example.com'], [null], [{ 0: 'https://example.com' }], [[7]]])(
    'refuses origins that are no list of texts: %j',
    (allowedOrigins) => {
      expect(refusals({ allowedOrigins })).toHaveLength(1);
    },
  );

  it('takes types of files as a file input has them', () => {
    const typesOf = (fileTypes: unknown) => createFormSchema.parse({ ...form, fileTypes }).fileTypes;
    expect(typesOf(undefined)).toEqual([]);
    expect(typesOf([' .PDF', '.pdf', 'image/*', 'application/vnd.ms-excel'])).toEqual([
      '.pdf',
      'image/*',
      'application/vnd.ms-excel',
    ]);
    for (const entry of ['pdf', '*', '*/*', '.', 'image/', 'a b/c'])
      expect(refusals({ fileTypes: [entry] })).toEqual([expect.stringMatching(/^fileTypes.0: Must be an extension/)]);
  });

  it('drops what a client may not set', () => {
    const wanted = { ...form, id: 'x', userId: 'y', endpointId: 'z', isActive: false };
    expect(Object.keys(createFormSchema.parse(wanted))).toEqual([
      'name',
      'description',
      'allowedOrigins',
      'bodyMaxBytes',
      'takesFiles',
      'fileTypes',
      'language',
      ...['opensAt', 'closesAt', 'maxSubmissions', 'closedMessage'],
    ]);
  });
});

describe('when a form takes submissions, and how many', () => {
  it.each([
    [{ opensAt: '2026-12-24T18:00:00+01:00' }, { opensAt: '2026-12-24T17:00:00.000Z' }],
    [{ closesAt: '2026-12-24T18:00:00.5Z' }, { closesAt: '2026-12-24T18:00:00.500Z' }],
    [
      { closesAt: null, opensAt: null },
      { closesAt: null, opensAt: null },
    ],
    [{ maxSubmissions: 1 }, { maxSubmissions: 1 }],
    [{ maxSubmissions: 10_000_000 }, { maxSubmissions: 10_000_000 }],
    [{ closedMessage: '  Sold out.\nSee you next year  ' }, { closedMessage: 'Sold out.\nSee you next year' }],
    [{ closedMessage: ' ' }, { closedMessage: null }],
  ])('keeps %j as %j', (change, kept) => {
    expect(updateFormSchema.parse(change)).toEqual(kept);
    expect(createFormSchema.parse({ ...form, ...change })).toMatchObject(kept);
  });

  it.each([
    [{ opensAt: 'tomorrow' }, 'opensAt must be a time such as 2026-12-24T18:00:00Z'],
    [{ closesAt: 1_700_000_000 }, 'closesAt must be a time such as 2026-12-24T18:00:00Z'],
    [{ closesAt: '2026-12-24' }, 'closesAt must be a time such as 2026-12-24T18:00:00Z'],
    [{ closesAt: '2026-02-30T18:00:00Z' }, 'closesAt must be a time such as 2026-12-24T18:00:00Z'],
    [{ closesAt: '2026-02-20T24:00:00Z' }, 'closesAt must be a time such as 2026-12-24T18:00:00Z'],
    [{ closesAt: '0000-01-01T00:00:00Z' }, 'closesAt must lie between the years 2000 and 2999'],
    [{ opensAt: '9999-12-31T23:59:59Z' }, 'opensAt must lie between the years 2000 and 2999'],
    [{ maxSubmissions: 0 }, 'Maximum must be a whole number from 1 to 10,000,000'],
    [{ maxSubmissions: 1.5 }, 'Maximum must be a whole number from 1 to 10,000,000'],
    [{ maxSubmissions: '100' }, 'Maximum must be a whole number from 1 to 10,000,000'],
    [{ maxSubmissions: 10_000_001 }, 'Maximum must be a whole number from 1 to 10,000,000'],
    [{ closedMessage: 'a'.repeat(501) }, 'Message must have at most 500 characters'],
    [{ closedMessage: 'a\0b' }, 'Message has a character that cannot be stored'],
  ])('refuses %j', (change, message) => {
    const [field] = Object.keys(change);
    for (const result of [updateFormSchema.safeParse(change), createFormSchema.safeParse({ ...form, ...change })]) {
      expect(result.error?.issues.map(({ path, message: said }) => [path[0], said])).toEqual([[field, message]]);
    }
  });
});

describe('updateFormSchema', () => {
  it.each([
    [{}, {}],
    [{ name: ' Contact ' }, { name: 'Contact' }],
    [{ description: ' ' }, { description: null }],
    [{ description: null }, { description: null }],
    [{ isActive: false }, { isActive: false }],
    [{ allowedOrigins: [''] }, { allowedOrigins: [] }],
    [{ allowedOrigins: [] }, { allowedOrigins: [] }],
    [{ allowedOrigins: ['https://A.example/'] }, { allowedOrigins: ['https://a.example'] }],
    [{ id: 'x', userId: 'y', endpointId: 'z', createdAt: 'now' }, {}],
  ])('reads %j as %j, and adds nothing that was left out', (change, read) => {
    expect(updateFormSchema.parse(change)).toEqual(read);
  });

  it.each([
    [{ name: '' }, 'Form name is required'],
    [{ name: null }, 'Form name is required'],
    [{ description: 'a\ud800b' }, 'Description has a character that cannot be stored'],
    [{ allowedOrigins: ['http://a.example'] }, 'Origin must start with https://'],
    [{ isActive: 1 }, 'Must be true or false'],
    [{ isActive: null }, 'Must be true or false'],
  ])('refuses %j: %s', (change, message) => {
    expect(updateFormSchema.safeParse(change).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('the limit for the size of a submission', () => {
  it.each([1_000, 16_000, 1_000_000, null])('may be %j', (bodyMaxBytes) => {
    expect(updateFormSchema.parse({ bodyMaxBytes })).toEqual({ bodyMaxBytes });
    expect(createFormSchema.parse({ ...form, bodyMaxBytes })).toMatchObject({ bodyMaxBytes });
  });

  it.each([999, 1_000_001, 0, -1, 1_000.5, Number.NaN, '16000'])('may not be %j', (bodyMaxBytes) => {
    const { error } = updateFormSchema.safeParse({ bodyMaxBytes });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'The size limit must be from 1 kB (1,000 bytes) to 1 MB (1,000,000 bytes)',
    ]);
  });
});

describe('listFormsQuerySchema', () => {
  it.each([
    [{}, { limit: 200, q: '' }],
    [
      { limit: '5', q: ' news ' },
      { limit: 5, q: 'news' },
    ],
    [{ limit: '200' }, { limit: 200, q: '' }],
  ])('reads %j as %j', (query, read) => {
    expect(listFormsQuerySchema.parse(query)).toEqual(read);
  });

  it.each([
    { limit: '0' },
    { limit: '201' },
    { limit: '-1' },
    { limit: '1.5' },
    { limit: 'many' },
    { limit: '' },
    { limit: ['5', '6'] },
    { q: 'x'.repeat(201) },
    { q: 'a\0b' },
    { q: ['a', 'b'] },
  ])('refuses %j', (query) => {
    expect(listFormsQuerySchema.safeParse(query).success).toBe(false);
  });
});
