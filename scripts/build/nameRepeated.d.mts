/** Declares constants for what a bundle repeats; its behaviour does not change. */
export declare function nameRepeated(source: string): string;
