import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';

const stepMs = 30_000;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows for a key (RFC 6238), now or some steps from now. */
export function codeOf(key: string, stepsAhead = 0): string {
  const bits = [...key.replaceAll(/[^A-Z2-7]/g, '')].map((letter) =>
    letters.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes =
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + stepsAhead));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Gives the browser a device that keeps passkeys and confirms each request at once. */
export async function giveAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Sets up an authenticator app on the open page, and returns its key and the recovery codes. */
export async function setUpApp(page: Page): Promise<{ key: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const key = (await page.getByRole('region', { name: 'Key for the app' }).innerText()).trim();
  await page.getByLabel('Code', { exact: true }).fill(codeOf(key));
  await page.getByRole('button', { name: 'Turn on' }).click();
  return { key, recoveryCodes: await keepRecoveryCodes(page) };
}

/** Reads the recovery codes that are shown once. */
export async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const codes = (await page.getByRole('region', { name: 'Recovery codes' }).innerText()).trim().split(/\s+/);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return codes;
}
