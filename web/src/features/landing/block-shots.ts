import filesDark from '#features/landing/images/block-files-dark.webp';
import filesLight from '#features/landing/images/block-files-light.webp';
import inboxDark from '#features/landing/images/block-inbox-dark.webp';
import inboxLight from '#features/landing/images/block-inbox-light.webp';
import integrationsDark from '#features/landing/images/block-integrations-dark.webp';
import integrationsLight from '#features/landing/images/block-integrations-light.webp';
import mailDark from '#features/landing/images/block-mail-dark.webp';
import mailLight from '#features/landing/images/block-mail-light.webp';
import privacyDark from '#features/landing/images/block-privacy-dark.webp';
import privacyLight from '#features/landing/images/block-privacy-light.webp';
import spamDark from '#features/landing/images/block-spam-dark.webp';
import spamLight from '#features/landing/images/block-spam-light.webp';

/** The size of the pictures that `npm run screenshots` takes. */
export const blockSize = { width: 880, height: 550 };

/** Parts of the product, as wide as the text blocks about them. */
export const blockShots = {
  inbox: { light: inboxLight, dark: inboxDark },
  mail: { light: mailLight, dark: mailDark },
  integrations: { light: integrationsLight, dark: integrationsDark },
  spam: { light: spamLight, dark: spamDark },
  files: { light: filesLight, dark: filesDark },
  privacy: { light: privacyLight, dark: privacyDark },
};
