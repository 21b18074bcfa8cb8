/** `/` focuses the input with `data-slash`, unless another input has the focus. */
export function followSlashKey(page: Document): void {
  page.addEventListener('keydown', (event) => {
    const isWriting = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting) return;
    const input = page.querySelector<HTMLInputElement>('input[data-slash]');
    if (!input) return;
    event.preventDefault();
    input.focus();
  });
}
