export type RpcRequest = { readonly method: string; readonly params: unknown };
export type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown };
/** What an endpoint answered to one request; `fault` says why the answer cannot be used. */
export type RpcReply =
  | { readonly result: unknown }
  | { readonly error: RpcError }
  | { readonly fault: string };
