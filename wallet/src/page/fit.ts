/** Layout that depends on the sizes of what was just drawn. */
export function fit(page: HTMLElement): void {
  // The page's policy forbids inline styles in markup; sizes chosen by a module are set here.
  for (const element of page.querySelectorAll<HTMLElement>('[data-width], [data-height]')) {
    element.style.width = cssSize(element.dataset.width);
    element.style.height = cssSize(element.dataset.height);
  }
  for (const cut of page.querySelectorAll('.cut'))
    cut.classList.toggle('overflows', cut.scrollHeight > cut.clientHeight);
}

function cssSize(size: string | undefined): string {
  if (size === undefined) return '';
  if (/^\d+$/.test(size)) return `${size}px`;
  return size;
}
