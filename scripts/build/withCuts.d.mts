export type Cut = { readonly start: number; readonly end: number; readonly text: string };
/** A source with texts in place of some of its parts, none of which overlap. */
export declare function withCuts(source: string, cuts: readonly Cut[]): string;
