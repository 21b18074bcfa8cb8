/** Where public pages are, for the app to know them by: their list, with all that they say, would weigh on every visit. */
export const publicPaths = ['/', '/docs/*', '/pricing', '/terms', '/privacy', '/dpa'] as const;
