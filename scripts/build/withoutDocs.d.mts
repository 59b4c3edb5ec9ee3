/** Removes documentation from a TypeScript source; line numbers do not change. */
declare function withoutDocs(source: string): string;
export default withoutDocs;
