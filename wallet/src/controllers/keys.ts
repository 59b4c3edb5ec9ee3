import { mnemonicPhraseToBytes, mnemonicToSeed, SLIP10Node } from '@metamask/key-tree';

export type Keys = {
  mnemonic: Uint8Array;
  seed: Uint8Array;
  /** Distinguishes phrases without revealing them: 8 bytes of a hash, in hex. */
  fingerprint: string;
  /** Address of the phrase's first Ethereum account, for account selectors. */
  address: string;
};

/** Derives the wallet's keys from its recovery phrase. @throws if the phrase is invalid */
export async function deriveKeys(phrase: string): Promise<Keys> {
  const mnemonic = mnemonicPhraseToBytes(phrase);
  const seed = await mnemonicToSeed(phrase);
  const node = await SLIP10Node.fromDerivationPath({
    curve: 'secp256k1',
    derivationPath: [mnemonic, "bip32:44'", "bip32:60'", "bip32:0'", 'bip32:0', 'bip32:0'],
  });
  const marked = new Uint8Array([...new TextEncoder().encode('xnet wallet'), ...seed]);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', marked));
  const hex = [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0'));
  return { mnemonic, seed, fingerprint: hex.join(''), address: node.address };
}

/**
 * True for 12 to 24 words whose last bits are the checksum of the others (BIP-39), as users' wallets
 * ask for; `deriveKeys` and the vendor's functions take any words of the list.
 */
export async function isRecoveryPhrase(phrase: string): Promise<boolean> {
  const words = phrase.split(' ');
  if (![12, 15, 18, 21, 24].includes(words.length)) return false;
  let indexes: Uint16Array;
  try {
    indexes = new Uint16Array(mnemonicPhraseToBytes(phrase).buffer);
  } catch {
    return false;
  }
  const bits = [...indexes].map((index) => index.toString(2).padStart(11, '0')).join('');
  const checked = bits.length / 33;
  const octets = bits.slice(0, -checked).match(/.{8}/gu) ?? [];
  const entropy = Uint8Array.from(octets, (octet) => Number.parseInt(octet, 2));
  const [first = 0] = new Uint8Array(await crypto.subtle.digest('SHA-256', entropy));
  return bits.slice(-checked) === first.toString(2).padStart(8, '0').slice(0, checked);
}
