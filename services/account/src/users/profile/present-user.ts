import type { User as PublicUser } from '@inlet/contracts/sessions';
import type { Person, User } from '@inlet/db/client';
import type { Seat } from '#access/seat.ts';
import type { Plans } from '#plan/plans.ts';

export interface ShownUser {
  /** Null for a program. */
  readonly person: Person | null;
  /** Null for a person in no workspace. */
  readonly seat: Seat | null;
  readonly isInvited: boolean;
}

/** A person, with the workspace that the person uses. */
export function presentUser({ person, seat, isInvited }: ShownUser, plans: Plans): PublicUser {
  return {
    ...presentPerson(person, seat),
    ...presentAccount(seat?.user ?? null, plans),
    needsSubscription: plans.areSold,
    isInvited,
  };
}

function presentPerson(person: Person | null, seat: Seat | null) {
  const { user, membership } = seat ?? {};
  const since = user ?? person;
  return {
    id: since?.id ?? '',
    personId: person?.id ?? null,
    email: person?.email ?? (user && addressOf(user)) ?? '',
    isVerified: (person ?? user)?.emailVerifiedAt != null,
    role: person && membership ? membership.role : null,
    workspace: user ? { id: user.id, name: nameOf(user) } : null,
    wantsWorkMails: person?.wantsWorkMails ?? false,
    createdAt: (since?.createdAt ?? new Date(0)).toISOString(),
  };
}

function presentAccount(user: User | null, plans: Plans) {
  if (user === null) {
    return {
      plan: null,
      subscriptionStatus: 'inactive',
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      timeZone: 'UTC',
      wantsUsageMails: false,
    } as const;
  }
  const { stripeCustomerId, stripeSubscriptionId, timeZone, wantsUsageMails } = user;
  const isActive = !plans.areSold || user.subscriptionStatus === 'active';
  return {
    plan: plans.nameOf(user.plan),
    subscriptionStatus: isActive ? ('active' as const) : ('inactive' as const),
    stripeCustomerId,
    stripeSubscriptionId,
    timeZone,
    wantsUsageMails,
  };
}

/** Where the bills of a workspace go; null where nobody has entered an address. */
export function addressOf({ billingEmail, email }: Pick<User, 'billingEmail' | 'email'>): string | null {
  return billingEmail ?? email;
}

/** How a workspace is called. One that nobody named is called like the address of its first person. */
export function nameOf({ name, email }: Pick<User, 'name' | 'email'>): string {
  return name ?? email ?? 'Workspace';
}
