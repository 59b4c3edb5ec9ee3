/** Of the layer-2 node, starknet-devnet. */
export const devnetVersion: string;
export const cacheFolder: () => string;
export const findDevnet: () => string | undefined;
export const findChromium: () => string | undefined;
