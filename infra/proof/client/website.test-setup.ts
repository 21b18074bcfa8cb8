import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Form } from '@inlet/db/client';
import { findChromium, withoutSignalHandlers } from '@inlet/local/chromium';
import { buildClientScript } from '@inlet/local/client-script';
import { projectRoot } from '@inlet/local/config';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { chromium, type Page } from '@playwright/test';
import { onTestFinished } from 'vitest';
import { type House, untilDrained } from '#house/house.test-setup.ts';

const page = '<!doctype html><title>A website</title><script src="/inlet.js"></script>';

/** A website with the script tag, and a browser that visits it. */
export async function openWebsite() {
  const { code } = await buildClientScript(projectRoot);
  const server = createServer(({ url }, response) => {
    const [type, text] = url === '/inlet.js' ? ['text/javascript', code] : ['text/html', page];
    response.writeHead(200, { 'content-type': type }).end(text);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const executablePath = await findChromium(process.env.PATH ?? '');
  const args = ['--headless', '--no-sandbox', '--disable-gpu'];
  const browser = await chromium.launch({ ...withoutSignalHandlers, executablePath, args });
  onTestFinished(() => browser.close());
  const context = await browser.newContext();
  return {
    context,
    open: async () => {
      const opened = await context.newPage();
      await opened.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      return opened;
    },
    /** Waits until nothing is saved in the browser any more. */
    untilSent: (opened: Page) =>
      waitUntil(async () => (await opened.evaluate<number>(countSaved)) === 0, {
        ...{ timeoutMs: 300_000, intervalMs: 500 },
        what: 'the saved submissions to be sent',
      }),
  };
}

const countSaved = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('inlet');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const counting = opening.result.transaction('queue').objectStore('queue').count();
    opening.result.close();
    counting.onsuccess = () => resolve(counting.result);
    counting.onerror = reject;
  };
})`;

/**
 * Waits until this many submissions are stored, and returns their ids and numbers in the order of their arrival. The
 * change feed decides about those of the same millisecond.
 */
export async function storedOf(house: House, { id }: Form, count: number) {
  const read = async () => {
    const { rows } = await house.database.pool.query<{ id: string; n: number }>(
      `select id, (data->>'n')::int as n from submissions
       join (
         select id, first_position + place as position from changes, unnest(ids) with ordinality as named(id, place)
         where type = 'created'
       ) as feed using (id)
       where form_id = $1 order by created_at, position`,
      [id],
    );
    return rows;
  };
  await waitUntil(async () => (await read()).length >= count, {
    ...{ timeoutMs: 300_000, intervalMs: 500 },
    what: `${count} submissions to be stored`,
  });
  await untilDrained(house);
  return read();
}
