import { formEntrySchema } from '@inlet/contracts/form-directory';
import { buildForm } from '@inlet/testing/build-form';
import { describe, expect, it } from 'vitest';
import { account, form, setUpFormOwner, token, user } from '#forms/form-owner.test-setup.ts';

setUpFormOwner();

const [earlier, later] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
const none = { opensAt: null, closesAt: null, maxSubmissions: null, closedMessage: null };
const patch = (body: object, id = form.id) => account.call(`PATCH /api/v1/forms/${id}`, { token, body });
const read = async () => (await account.call(`GET /api/v1/forms/${form.id}`, { token })).body;
const entry = async () =>
  formEntrySchema.parse(JSON.parse((await account.deps.redis.get(account.keys.form(form.endpointId))) ?? 'null'));
/** Counts stored submissions of a day, as the worker does. */
const store = async (count: number, day = new Date()) => {
  await account.deps.database.prisma.dailyFormCounter.create({
    data: { formId: form.id, day, submissionCount: count },
  });
};

describe('the times, the number and the message of a form', () => {
  it('are empty at first, are changed one by one, and are cleared by null', async () => {
    expect(await read()).toMatchObject({ ...none, state: 'open', countedSubmissions: null });
    expect(await entry().catch(() => ({}))).not.toHaveProperty('closing');
    const closedMessage = 'Sold <out>';
    await patch({ opensAt: earlier });
    await patch({ closesAt: later, closedMessage });
    expect((await patch({ maxSubmissions: 7 })).body).toMatchObject({
      ...{ opensAt: earlier, closesAt: later, maxSubmissions: 7, closedMessage, state: 'open', countedSubmissions: 0 },
    });
    expect((await entry()).closing).toEqual({
      opensAtMs: Date.parse(earlier ?? ''),
      closesAtMs: Date.parse(later ?? ''),
      max: { submissions: 7, version: 1 },
      message: closedMessage,
    });
    expect((await patch(none)).body).toMatchObject({ ...none, state: 'open', countedSubmissions: null });
    expect(await entry()).not.toHaveProperty('closing');
    const events = await account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id } });
    expect(events.map(({ details }) => Object(details).fields)).toEqual([
      ...[['opensAt'], ['closesAt', 'closedMessage'], ['maxSubmissions']],
      ['opensAt', 'closesAt', 'maxSubmissions', 'closedMessage'],
    ]);
  });

  it('can be set with a new form', async () => {
    const body = { name: 'Camp', allowedOrigins: ['https://example.com'], opensAt: later, maxSubmissions: 3 };
    const created = await account.call('POST /api/v1/forms', { token, body });
    expect([created.status, created.body]).toMatchObject([
      201,
      { ...none, opensAt: later, maxSubmissions: 3, state: 'not_open_yet', countedSubmissions: 0 },
    ]);
    const wrong = await account.call('POST /api/v1/forms', { token, body: { ...body, closesAt: earlier } });
    expect([wrong.status, wrong.body]).toMatchObject([
      422,
      { issues: [{ field: 'closesAt', message: 'closesAt must be later than opensAt' }] },
    ]);
  });

  it('close the form after they open it, whichever of them is changed', async () => {
    await patch({ opensAt: earlier, closesAt: later });
    const refused = (field: string, message: string) => ({ status: 422, body: { issues: [{ field, message }] } });
    const tooLate = refused('opensAt', 'opensAt must be earlier than closesAt');
    expect(await patch({ opensAt: later })).toMatchObject(tooLate);
    expect(await patch({ closesAt: earlier })).toMatchObject(
      refused('closesAt', 'closesAt must be later than opensAt'),
    );
    expect(await patch({ opensAt: later, closesAt: null })).toMatchObject({ status: 200 });
  });

  it('say whether the form takes anything, and the list can have the others alone', async () => {
    const others = await Promise.all(
      [{ opensAt: new Date(later ?? '') }, { closesAt: new Date(earlier ?? '') }, {}].map((limits) =>
        buildForm(account.deps.database.prisma, { userId: user.id, ...limits }),
      ),
    );
    await patch({ maxSubmissions: 5 });
    await store(5);
    const list = async (query: string) => {
      const { body } = await account.call(`GET /api/v1/forms${query}`, { token });
      const forms = (body as { forms: { id: string; state: string; countedSubmissions: number }[] }).forms;
      return new Map(forms.map(({ id, state, countedSubmissions }) => [id, [state, countedSubmissions]]));
    };
    const closed: [string | undefined, unknown][] = [
      [form.id, ['full', 5]],
      [others[0]?.id, ['not_open_yet', null]],
      [others[1]?.id, ['closed', null]],
    ];
    expect(await list('')).toEqual(new Map([...closed, [others[2]?.id, ['open', null]] as const]));
    expect(await list('?closed=true')).toEqual(new Map(closed));
    await patch({ maxSubmissions: 6 });
    expect((await list('?closed=true')).has(form.id)).toBe(false);
  });
});

describe('the hosted page of a form that takes nothing', () => {
  const open = async () => (await account.call(`GET /s/${form.endpointId}`)).text;

  it('shows the owner’s message instead of the form, and the form again when it reopens', async () => {
    await account.call(`PATCH /api/v1/forms/${form.id}/page`, { token, body: { enabled: true, title: 'Camp' } });
    await patch({ closesAt: earlier, closedMessage: 'Sold <b>out</b>\nSee you' });
    const closed = await open();
    expect(closed).toContain('<p dir="auto">Sold &lt;b&gt;out&lt;/b&gt;\nSee you</p>');
    expect(closed).toMatch(/Camp<\/h1>[\s\S]*<strong>This form is closed</);
    expect(closed).not.toContain('<form');
    expect(closed).toContain('name="robots" content="noindex"');
    await patch({ closesAt: null, opensAt: later, closedMessage: null });
    expect(await open()).toMatch(/This form is not open yet<\/strong><\/p><p dir="auto">This form opens on /);
    await patch({ opensAt: null, maxSubmissions: 2 });
    expect(await open()).not.toContain('This form is');
    await store(2);
    expect(await open()).toMatch(
      /This form is closed<\/strong><\/p><p dir="auto">This form takes no more submissions\./,
    );
    await patch({ maxSubmissions: 3 });
    expect(await open()).not.toContain('This form is closed');
    const views = await account.call(`GET /api/v1/forms/${form.id}/page/views`, { token });
    expect(views.body).toMatchObject({ total: 0 });
  });
});
