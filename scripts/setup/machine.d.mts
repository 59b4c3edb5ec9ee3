/** Of the layer-2 node, starknet-devnet. */
export const devnetVersion: string;
export const cacheFolder: () => string;
export const findDevnet: () => string | undefined;
export const findChromium: () => string | undefined;
/** The program of that name, as the shell would find it. */
export const onPath: (name: string) => string | undefined;
