/** Version of the layer-2 node, starknet-devnet. */
export const devnetVersion: string;
export const cacheFolder: () => string;
export const findDevnet: (options?: { isFull?: boolean }) => string | undefined;
export const findChromium: () => string | undefined;
/** One with windows, as extensions need. */
export const findWholeChromium: () => string | undefined;
/** The path of a program, as the shell would find it. */
export const onPath: (name: string) => string | undefined;
