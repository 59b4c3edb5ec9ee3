/** Names, versions and licence texts of the third-party packages among a bundle's files. */
export declare function noticesOf(paths: Iterable<string>): string;
