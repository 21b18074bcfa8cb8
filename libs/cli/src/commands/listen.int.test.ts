import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { openCli } from '#cli.test-setup.ts';
import { exitCodes } from '#exit-codes.ts';
import { secretOf, send, startLine, startListening, startProgram } from '#listen/listen.test-setup.ts';

const plainHeaders = ['connection', 'host', 'webhook-signature', 'webhook-timestamp'];
const own = (headers: object) => Object.entries(headers).filter(([name]) => !plainHeaders.includes(name));

it('forwards each event once, whatever breaks in between', async () => {
  const cli = await openCli({ environment: { WEBHOOK_ALLOW: '127.0.0.1,::1' } });
  const { api, form, product } = cli;
  const [program, line, worker] = [await startProgram(), await startLine(cli.url), await startProgram()];
  const listening = startListening(cli, line.url, ['contact', '--forward-to', program.url]);
  await listening.ready();
  const secret = await secretOf(cli, line.url);
  const arrived = (ids: readonly string[]) => waitUntil(() => program.received.length >= ids.length);

  // What a webhook of the form gets, to the byte.
  const events = ['submission.created', 'submission.deleted'] as const;
  const target = { kind: 'webhook', url: worker.url, events: [...events] };
  await api.call('createTarget', { path: { id: form.id }, body: target });
  const sent = await send(cli, 0, 1);
  await arrived(sent);
  await waitUntil(() => worker.received.length === 1);
  const [[mine], [theirs]] = [program.received, worker.received];
  expect(mine?.body).toBe(theirs?.body);
  expect(mine?.body).toContain('"price":1.0');
  expect(own(mine?.headers ?? {})).toEqual(own(theirs?.headers ?? {}));

  for (let cut = 1; cut <= 5; cut += 1) {
    sent.push(...(await send(cli, sent.length, sent.length + 5)));
    line.cut();
  }
  await arrived(sent);
  program.answerNext(500);
  await product.fleets.account.restart();
  sent.push(...(await send(cli, sent.length, sent.length + 3)));
  await arrived(sent);
  listening.child.kill('SIGSTOP');
  sent.push(...(await send(cli, sent.length, sent.length + 2)));
  listening.child.kill('SIGCONT');
  await arrived(sent);
  await program.close();
  sent.push(...(await send(cli, sent.length, sent.length + 2)));
  await waitUntil(() => listening.notes.some((note) => note.startsWith('Nothing listens at')));
  await program.open();
  await arrived(sent);
  // Two that are stored in the same moment may change places: the feed has the order of the storage.
  expect(program.ids().toSorted()).toEqual(sent.toSorted());
  for (const { headers, body } of program.received) {
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: events[0] });
  }
  await waitUntil(() => listening.forwarded().length === sent.length);
  const forwarded = listening.forwarded();
  expect(forwarded.map(({ id }) => id)).toEqual(program.ids());
  expect(forwarded.filter(({ status }) => status !== 204)).toMatchObject([{ status: 500, error: null }]);
  expect(forwarded[0]).toMatchObject({ event: events[0], submissionId: sent[0], isAgain: false });

  // Spam is not forwarded, and what is released or deleted is told with an id of its own.
  const [one = '', other = ''] = sent;
  const path = { id: form.id };
  await api.call('markSubmissions', { path, body: { ids: [one], isSpam: true } });
  await api.call('markSubmissions', { path, body: { ids: [one], isSpam: false } });
  await api.call('deleteSubmission', { path: { ...path, sid: other } });
  await waitUntil(() => program.received.length === sent.length + 2);
  const told = program.received.slice(-2).map(({ body }) => JSON.parse(body));
  expect(told.map(({ type, data }) => [type, data.submission.id])).toEqual([
    ['submission.released', one],
    ['submission.deleted', other],
  ]);
  await waitUntil(() => worker.received.at(-1)?.body.includes(events[1]));
  expect(told[1].data).toEqual(JSON.parse(worker.received.at(-1)?.body ?? '{}').data);

  await waitUntil(() => listening.forwarded().length === sent.length + 2);
  expect(await listening.stop()).toBe(exitCodes.done);
  const cursor = /--since (\S+)$/.exec(listening.notes.at(-1) ?? '')?.[1] ?? '';
  expect(cursor).toBe(listening.forwarded().at(-1)?.cursor);
  const missed = await send(cli, 100, 103);
  const again = startListening(cli, line.url, ['Contact', '--forward-to', program.url, '--since', cursor]);
  await waitUntil(() => again.forwarded().length === missed.length);
  expect(
    again
      .forwarded()
      .map(({ id }) => String(id))
      .toSorted(),
  ).toEqual(missed.toSorted());
  expect(await secretOf(cli, line.url)).toBe(secret);
  // The outputs may be logs.
  expect(JSON.stringify([listening.printed, listening.notes, again.printed, again.notes])).not.toContain(secret);
  const file = join(cli.folder, 'inlet/credentials.json');
  expect([(await stat(file)).mode % 0o1000, await readFile(file, 'utf8')]).toEqual([
    0o600,
    expect.stringContaining(secret),
  ]);

  // Nothing can come of it any more, also of an event that waits for a program.
  await program.close();
  await send(cli, 200, 201);
  await waitUntil(() => again.notes.some((note) => note.startsWith('Nothing listens at')));
  await api.call('deleteForm', { path });
  expect(await again.ended).toBe(exitCodes.notFound);
  for (const [args, code] of [
    [['Contact', '--forward-to', program.url], exitCodes.notFound],
    [['Contact', '--forward-to', 'ftp://localhost'], exitCodes.usage],
    [['Contact', '--forward-to', program.url, '--since', 'soon'], exitCodes.usage],
    [['Contact'], exitCodes.usage],
  ] as const) {
    expect((await cli.run(['listen', ...args])).code).toBe(code);
  }
});
