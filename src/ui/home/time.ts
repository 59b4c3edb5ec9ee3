const two = (number: number) => String(number).padStart(2, '0');

/** A moment in the user's own time zone, such as `2026-11-21 15:04`; unix milliseconds. */
export function clockText(ms: number): string {
  const at = new Date(ms);
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
