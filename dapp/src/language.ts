/** Numbers follow the browser's language; the page's texts are English. */
export const language: string = globalThis.navigator?.language ?? 'en';

export const formatCount = (count: number | bigint): string => count.toLocaleString(language);
