export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Read by `public/before-paint.js` before the first paint. */
const themeKey = 'inlet-theme';

export function readTheme(): Theme {
  const choice = storage()?.getItem(themeKey);
  return choice === 'light' || choice === 'dark' ? choice : 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    document.documentElement.removeAttribute('data-theme');
    storage()?.removeItem(themeKey);
  } else {
    document.documentElement.setAttribute('data-theme', theme);
    storage()?.setItem(themeKey, theme);
  }
}

/** Reading the property throws if storage is forbidden; a choice then lasts until the page is left. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
