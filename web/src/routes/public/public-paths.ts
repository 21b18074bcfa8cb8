/** The paths of public pages, for the app: the list with their contents would be loaded on every visit. */
export const publicPaths = ['/', '/docs/*', '/pricing', '/terms', '/privacy', '/dpa'] as const;
