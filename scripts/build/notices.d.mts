/** Names, versions and licence texts of the packages of others that are in a bundle of these files. */
export declare function noticesOf(paths: Iterable<string>): string;
