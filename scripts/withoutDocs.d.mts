/** Takes out of a TypeScript source what only documents it; lines stay where they are. */
export function withoutDocs(source: string): string;
export default withoutDocs;
