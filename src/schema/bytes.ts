/** The bytes as a text of as many characters, as `btoa` takes it. */
export const byteText = (bytes: Uint8Array): string =>
  bytes.reduce((text, byte) => text + String.fromCharCode(byte), '');
