/** How long a copy button shows its result. */
export const copyFeedbackMs = 2_000;

/** Browsers only offer the clipboard on secure pages, and may refuse it even there. */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
