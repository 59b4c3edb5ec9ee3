export type RpcRequest = { readonly method: string; readonly params: unknown };
export type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown };
/** An endpoint's response to one request; `fault` says why the response is unusable. */
export type RpcReply =
  | { readonly result: unknown }
  | { readonly error: RpcError }
  | { readonly fault: string };
