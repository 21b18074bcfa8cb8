import { idleAccountsTokens } from '@inlet/contracts/site';
import type { ReactNode } from 'react';

/** A part that the gateway shows where idle accounts are deleted. */
export function IdleAccounts({ children }: { children: ReactNode }) {
  return (
    <>
      {idleAccountsTokens.start}
      {children}
      {idleAccountsTokens.end}
    </>
  );
}

/** What keeps an account, as the sentence about its end names it. */
export function activity(sellsPlans: boolean): string {
  const rest = sellsPlans ? ', an accepted submission or a subscription' : ' or an accepted submission';
  return `a sign-in, a use of an API key${rest}`;
}
