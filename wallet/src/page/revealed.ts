/** Which hidden values the user has uncovered; forgotten with the page. */
const revealed = new Set<string>();

export function isRevealed(path: string): boolean {
  return revealed.has(path);
}

export function reveal(path: string): void {
  revealed.add(path);
}
