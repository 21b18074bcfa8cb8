/** What keeps an account, as the sentence about its end names it. */
export function activity(sellsPlans: boolean): string {
  const rest = sellsPlans ? ', an accepted submission or a subscription' : ' or an accepted submission';
  return `a sign-in, a use of an API key${rest}`;
}
