/** Lets the module respond to other requests before the work continues. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
