import type { Prisma } from '@inlet/db/client';
import type { Pool } from 'pg';

/** Creates the rows of a product's capacity; existing rows are unchanged. */
export async function ensureSpots(tx: Prisma.TransactionClient, productId: string, capacity: number): Promise<void> {
  await tx.$executeRaw`
    insert into spots (product_id, number)
    select ${productId}, n from generate_series(1, ${capacity}::int) as n on conflict do nothing`;
  // A lowered capacity only removes free spots.
  await tx.$executeRaw`
    delete from spots where product_id = ${productId} and number > ${capacity}::int and state = 'free'`;
}

/**
 * Takes a free spot, or returns false when there is none; who has one already keeps that. A row that somebody else is
 * taking is passed over, so many buyers never wait for each other and never get the same one.
 */
export async function holdSpot(
  tx: Prisma.TransactionClient,
  productId: string,
  userId: string,
  checkoutId: string | null,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    update spots set state = 'held', user_id = ${userId}::uuid, checkout_id = ${checkoutId}::uuid
    where product_id = ${productId} and number = (
      select number from spots
      where product_id = ${productId} and (state = 'free' or user_id = ${userId}::uuid)
      order by user_id is null, number limit 1 for update skip locked
    )`;
  return count === 1;
}

/**
 * Whether a person owns another account with a spot. The person is locked, so that two accounts of the same person
 * never take one each at the same time.
 */
export async function hasSpotElsewhere(
  tx: Prisma.TransactionClient,
  productId: string,
  { userId, personId }: { readonly userId: string; readonly personId: string },
): Promise<boolean> {
  await tx.$queryRaw`select from people where id = ${personId}::uuid for no key update`;
  const found = await tx.$queryRaw<unknown[]>`
    select 1 as found from spots join memberships on memberships.user_id = spots.user_id and memberships.role = 'owner'
    where spots.product_id = ${productId} and memberships.person_id = ${personId}::uuid
      and spots.user_id <> ${userId}::uuid limit 1`;
  return found.length > 0;
}

/** True if a user could take a spot, or has one: a check without a lock, so it promises nothing. */
export async function mayHaveSpot(pool: Pool, productId: string, userId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from spots where product_id = $1 and (state = 'free' or user_id = $2) limit 1`,
    [productId, userId],
  );
  return rowCount === 1;
}

/** Frees the spot that a checkout holds; a spot that is sold, or held by another checkout by now, is kept. */
export async function releaseHeld(tx: Prisma.TransactionClient, checkoutId: string): Promise<void> {
  await tx.$executeRaw`
    update spots set state = 'free', user_id = null, checkout_id = null
    where checkout_id = ${checkoutId}::uuid and state = 'held'`;
}

/** Marks a user's held spot as sold; false if there is none. */
export async function sellHeld(tx: Prisma.TransactionClient, productId: string, userId: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    update spots set state = 'sold' where product_id = ${productId} and user_id = ${userId}::uuid`;
  return count > 0;
}

/**
 * Frees a user's bought spots, except those of products that are still paid for. A paid checkout's held spot counts as
 * bought, because nothing else would ever free it.
 */
export async function releaseSold(
  tx: Prisma.TransactionClient,
  userId: string,
  paidProductIds: readonly string[],
): Promise<void> {
  await tx.$executeRaw`
    update spots set state = 'free', user_id = null, checkout_id = null
    where user_id = ${userId}::uuid and product_id <> all(${[...paidProductIds]}::text[]) and (
      state = 'sold' or checkout_id in (select id from checkouts where state = 'completed')
    )`;
}

/** Frees everything that somebody has, before the account is deleted. */
export async function releaseAll(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.$executeRaw`
    update spots set state = 'free', user_id = null, checkout_id = null where user_id = ${userId}::uuid`;
}

export interface SpotCount {
  readonly taken: number;
  readonly all: number;
}

/** The spots of the products of a plan. */
export async function countSpots(pool: Pool, planKey: string): Promise<SpotCount> {
  const { rows } = await pool.query<SpotCount>(
    `select count(*) filter (where spots.state <> 'free')::int as taken, count(*)::int as "all"
     from spots join products on products.id = spots.product_id
     where products.is_active and products.metadata ->> 'plan_key' = $1`,
    [planKey],
  );
  return rows[0] ?? { taken: 0, all: 0 };
}
