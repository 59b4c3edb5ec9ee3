/** Names what a bundle repeats once; what the bundle does stays. */
export declare function nameRepeated(source: string): string;
