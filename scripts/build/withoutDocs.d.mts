/** Takes out of a TypeScript source what only documents it; lines stay where they are. */
declare function withoutDocs(source: string): string;
export default withoutDocs;
