/** Numbers are written as the browser's user writes them; the words of the page are English. */
export const language: string = globalThis.navigator?.language ?? 'en';

export const formatCount = (count: number | bigint): string => count.toLocaleString(language);
