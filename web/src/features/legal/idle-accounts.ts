/** The actions that keep an account active, worded for the sentence about its deletion. */
export function activity(sellsPlans: boolean): string {
  const rest = sellsPlans ? ', an accepted submission or a subscription' : ' or an accepted submission';
  return `a sign-in, a use of an API key${rest}`;
}
