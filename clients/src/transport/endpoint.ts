/** URL and headers may contain an API key: they go to that host only, never into a text. */
export type Endpoint = { readonly url: string; readonly headers?: Record<string, string> };
