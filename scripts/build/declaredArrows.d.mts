/** Makes arrows of short functions that a bundle declares, each at the start of its block. */
export declare function declaredArrows(source: string): string;
