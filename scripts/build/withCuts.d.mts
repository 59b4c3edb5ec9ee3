export type Cut = { readonly start: number; readonly end: number; readonly text: string };
/** Replaces parts of a source, which must not overlap, by texts. */
export declare function withCuts(source: string, cuts: readonly Cut[]): string;
