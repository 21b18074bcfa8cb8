import { createLogger } from '@inlet/service/logger';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testFileLinks } from '#file-links.test-setup.ts';
import { createListeners, type Listener } from '#inbox/live/listeners.ts';
import { createLiveHub } from '#inbox/live/live-hub.ts';
import { soldPlans } from '#plans.test-setup.ts';

/** A database that is away. */
const nobody = 'postgresql://127.0.0.1:9/none';
const heartbeat = ': still here\n';

function openHub() {
  const pool = new pg.Pool({ connectionString: nobody });
  const listeners = createListeners();
  const hub = createLiveHub({
    pool,
    plans: soldPlans,
    fileLinks: testFileLinks,
    listeners,
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  onTestFinished(hub.close);
  const listen = (lastEventId?: string) => {
    const written: string[] = [];
    const sink = {
      write: (chunk: Buffer) => written.push(String(chunk)) > 0,
      end: () => undefined,
      destroy: () => undefined,
      destroyed: false,
      writableEnded: false,
      writableLength: 0,
    };
    const caller = { kind: 'session', sessionId: 's', confirmedAt: new Date() } as const;
    const listener: Listener = { formId: 'form', userId: 'user', caller, sink: sink as never, isInStep: false };
    listeners.add(listener);
    hub.welcome(listener, lastEventId);
    return { written, listener };
  };
  return { hub, listen };
}

const batch = (position: string, ids: readonly string[] | null, formId = 'form') => ({
  position,
  forms: [{ formId, ids }],
});

describe('a heartbeat', () => {
  it('says how far the stream has come, so that a quiet form keeps its position', async () => {
    const { hub, listen } = openHub();
    await hub.learn([]);
    const { written } = listen();
    await hub.tell(batch('5-0', ['x'], 'another form'));
    hub.sendHeartbeat();
    expect(written).toEqual([`${heartbeat}id: 0-0\n\n`, `${heartbeat}id: 5-0\n\n`]);
  });

  it('says nothing of a position while Redis has not been reached yet', async () => {
    const { hub, listen } = openHub();
    const [fresh, returning] = [listen(), listen('4-0')];
    hub.sendHeartbeat();
    await hub.learn([batch('7-0', ['x'])]);
    const expected = [`${heartbeat}\n`, 'event: reset\nid: 7-0\ndata: {}\n\n'];
    expect([fresh.written, returning.written]).toEqual([expected, expected]);
  });

  it('does not go past what a listener is still to be sent', async () => {
    const { hub, listen } = openHub();
    await hub.learn([]);
    const { written } = listen();
    await hub.tell(batch('5-0', null));
    hub.sendHeartbeat();
    expect(written.slice(1)).toEqual(['event: reset\nid: 5-0\ndata: {}\n\n', `${heartbeat}id: 5-0\n\n`]);
  });
});

describe('what cannot be read from the database', () => {
  it('is not passed over: who follows is asked to read again', async () => {
    const { hub, listen } = openHub();
    await hub.learn([]);
    const { written } = listen();
    await hub.tell(batch('5-0', ['x']));
    hub.sendHeartbeat();
    expect(written[1]).toBe('event: reset\nid: 5-0\ndata: {}\n\n');
    const returning = listen('0-0');
    await hub.tell(batch('6-0', null, 'another form'));
    expect(returning.written).toEqual(['event: reset\nid: 5-0\ndata: {}\n\n']);
  });
});

describe('what may have been missed while Redis forgot it', () => {
  it('is read again by everybody', async () => {
    const { hub, listen } = openHub();
    await hub.learn([]);
    const { written } = listen();
    await hub.learn([batch('9-0', ['x'])]);
    expect(written.at(-1)).toBe('event: reset\nid: 9-0\ndata: {}\n\n');
  });
});
