/** Replaces JSX runtime calls by direct calls of the components. */
declare function componentCalls(source: string): string;
export default componentCalls;
