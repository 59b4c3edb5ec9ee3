/** Gives the shortest names to the variables that are named most; what the bundle does stays. */
export declare function shortestForMost(source: string): string;
