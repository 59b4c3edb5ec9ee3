/** Lets the module respond to other requests before the work continues. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 0));
