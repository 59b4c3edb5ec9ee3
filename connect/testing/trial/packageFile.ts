/** Reads a file of the module beside the site's script; replaces test/wallet/packageFile.ts there. */
export async function packageFile(path: string): Promise<string> {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`The site has no ${path}.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
