/** Calls components where compiled JSX has the runtime call them. */
declare function componentCalls(source: string): string;
export default componentCalls;
