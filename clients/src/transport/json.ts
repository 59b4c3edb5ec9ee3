/** The value of a JSON text, or of its bytes in UTF-8; undefined where they are none. */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    const text =
      typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
