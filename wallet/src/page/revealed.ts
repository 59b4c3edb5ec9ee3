/** Hidden values that the user has uncovered; forgotten when the page closes. */
const revealed = new Set<string>();

export function isRevealed(path: string): boolean {
  return revealed.has(path);
}

export function reveal(path: string): void {
  revealed.add(path);
}

/** The rest of a long text at that path. */
export const getMoreName = (path: string): string => `${path}/more`;
