import dashboardDarkSmall from '#features/landing/images/dashboard-dark-800.webp';
import dashboardDarkLarge from '#features/landing/images/dashboard-dark-1600.webp';
import dashboardLightSmall from '#features/landing/images/dashboard-light-800.webp';
import dashboardLightLarge from '#features/landing/images/dashboard-light-1600.webp';
import inboxDarkSmall from '#features/landing/images/inbox-dark-800.webp';
import inboxDarkLarge from '#features/landing/images/inbox-dark-1600.webp';
import inboxLightSmall from '#features/landing/images/inbox-light-800.webp';
import inboxLightLarge from '#features/landing/images/inbox-light-1600.webp';

/** The size in which `npm run screenshots` makes the large ones. */
export const shotSize = { width: 1_600, height: 1_143 };

interface Sizes {
  readonly small: string;
  readonly large: string;
}

/** Pictures of the product's own screens. */
export const shots: Readonly<Record<'inbox' | 'dashboard', { readonly light: Sizes; readonly dark: Sizes }>> = {
  inbox: {
    light: { small: inboxLightSmall, large: inboxLightLarge },
    dark: { small: inboxDarkSmall, large: inboxDarkLarge },
  },
  dashboard: {
    light: { small: dashboardLightSmall, large: dashboardLightLarge },
    dark: { small: dashboardDarkSmall, large: dashboardDarkLarge },
  },
};
