import { runInThisContext } from 'node:vm';

/*
 * The globals of these names in the published bundle. What stands for a browser in tests, such as jsdom, has
 * none of them, or others, which Node's own `fetch` and `Buffer` do not go with.
 */
const own: typeof globalThis = runInThisContext('globalThis');
export const { AbortController, fetch, structuredClone, TextDecoder, TextEncoder } = own;

const bytes: typeof Uint8Array = Object.getPrototypeOf(Buffer);

// The last for where a param bears the name.
export { bytes as Uint8Array, fetch as 'globalThis.fetch' };
