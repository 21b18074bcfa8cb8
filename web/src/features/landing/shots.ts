import inboxDarkSmall from '#features/landing/images/inbox-dark-800.webp';
import inboxDarkLarge from '#features/landing/images/inbox-dark-1600.webp';
import inboxDarkPhone from '#features/landing/images/inbox-dark-phone.webp';
import inboxLightSmall from '#features/landing/images/inbox-light-800.webp';
import inboxLightLarge from '#features/landing/images/inbox-light-1600.webp';
import inboxLightPhone from '#features/landing/images/inbox-light-phone.webp';

/**
 * The sizes of the pictures that `npm run screenshots` takes: the large one of a wide screen, and the one of a phone.
 */
export const wideSize = { width: 1_600, height: 1_143 };
export const phoneSize = { width: 780, height: 1_280 };

/** Pictures of a form's inbox. */
export const inboxShots = {
  light: { small: inboxLightSmall, large: inboxLightLarge, phone: inboxLightPhone },
  dark: { small: inboxDarkSmall, large: inboxDarkLarge, phone: inboxDarkPhone },
};
