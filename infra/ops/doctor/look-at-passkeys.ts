import pg from 'pg';
import { type Finding, orFine, warning } from '#doctor/finding.ts';
import type { DoctorSettings } from '#doctor/settings.ts';

type Settings = Pick<DoctorSettings, 'DATABASE_URL' | 'PUBLIC_URL' | 'PASSKEY_DOMAIN'>;

const timeoutMs = 5_000;
const next =
  'Browsers offer a passkey only below the domain that it was made for. Set PASSKEY_DOMAIN, or tell the people to add passkeys anew.';

/** Whether browsers at the public address offer the passkeys that there are. */
export async function lookAtPasskeys({ DATABASE_URL, PUBLIC_URL, PASSKEY_DOMAIN }: Settings): Promise<Finding[]> {
  if (PUBLIC_URL === undefined) return [];
  const host = new URL(PUBLIC_URL).hostname;
  const domain = PASSKEY_DOMAIN ?? host;
  const stored = DATABASE_URL === undefined ? [] : await domainsOfPasskeys(DATABASE_URL);
  return orFine(
    [
      isBelow(host, domain)
        ? null
        : warning(`The host of PUBLIC_URL, ${host}, does not belong to PASSKEY_DOMAIN, ${domain}`, next),
      ...stored
        .filter((each) => each.domain !== domain)
        .map((each) => warning(`${each.count} passkeys belong to ${each.domain} and not to ${domain}`, next)),
    ],
    `Passkeys belong to ${domain}`,
  );
}

function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** None where the database does not answer or has no such table, which is a finding of its own. */
async function domainsOfPasskeys(url: string): Promise<{ readonly domain: string; readonly count: number }[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const text = 'select rp_id as domain, count(*)::int as count from passkeys group by rp_id order by rp_id';
    return (await client.query<{ domain: string; count: number }>(text)).rows;
  } catch {
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
