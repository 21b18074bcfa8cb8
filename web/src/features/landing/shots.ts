import dashboardDarkSmall from '#features/landing/images/dashboard-dark-800.webp';
import dashboardDarkLarge from '#features/landing/images/dashboard-dark-1600.webp';
import dashboardDarkPhone from '#features/landing/images/dashboard-dark-phone.webp';
import dashboardLightSmall from '#features/landing/images/dashboard-light-800.webp';
import dashboardLightLarge from '#features/landing/images/dashboard-light-1600.webp';
import dashboardLightPhone from '#features/landing/images/dashboard-light-phone.webp';
import inboxDarkSmall from '#features/landing/images/inbox-dark-800.webp';
import inboxDarkLarge from '#features/landing/images/inbox-dark-1600.webp';
import inboxDarkPhone from '#features/landing/images/inbox-dark-phone.webp';
import inboxLightSmall from '#features/landing/images/inbox-light-800.webp';
import inboxLightLarge from '#features/landing/images/inbox-light-1600.webp';
import inboxLightPhone from '#features/landing/images/inbox-light-phone.webp';

/** The sizes in which `npm run screenshots` makes them: the large one of a wide screen, and the one of a phone. */
export const wideSize = { width: 1_600, height: 1_143 };
export const phoneSize = { width: 780, height: 1_280 };

interface Sizes {
  readonly small: string;
  readonly large: string;
  readonly phone: string;
}

/** Pictures of the product's own screens. */
export const shots: Readonly<Record<'inbox' | 'dashboard', { readonly light: Sizes; readonly dark: Sizes }>> = {
  inbox: {
    light: { small: inboxLightSmall, large: inboxLightLarge, phone: inboxLightPhone },
    dark: { small: inboxDarkSmall, large: inboxDarkLarge, phone: inboxDarkPhone },
  },
  dashboard: {
    light: { small: dashboardLightSmall, large: dashboardLightLarge, phone: dashboardLightPhone },
    dark: { small: dashboardDarkSmall, large: dashboardDarkLarge, phone: dashboardDarkPhone },
  },
};
