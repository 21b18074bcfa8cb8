/** Opens a storage of the browser; an object of this page where the browser refuses it. */
export function openStorage(name: 'localStorage' | 'sessionStorage'): Record<string, string> {
  try {
    return self[name];
  } catch {
    return {};
  }
}
