export type BuildProgress = { done: number; total: number };

/** Installs the layer-2 node, unless there is one. */
export const findOrMakeDevnet: (
  root: string,
  options?: { isFull?: boolean; onProgress?: (progress: BuildProgress) => void },
) => Promise<void>;
