/** Names, versions and licence texts of the third-party packages among a bundle's files. */
export declare function listNotices(paths: Iterable<string>, mit?: string): string;
/** Bytes of a bundle by the folder of their package, most first; `''` is ours. */
export declare function sumByPackage(
  files: Iterable<readonly [path: string, bytes: number]>,
): Record<string, number>;
