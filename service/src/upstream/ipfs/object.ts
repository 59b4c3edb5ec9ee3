import * as dagPb from '@ipld/dag-pb';
import { ownEntry } from '@xnet/clients/schema/table';
import type { CID } from 'multiformats/cid';
import { fail } from '../../errors';
import { decodeBlock } from './codecs';
import { bytesReply, type IpfsReply, jsonReply } from './ipfs';

/** The response of `object/get`. */
type ObjectNode = { Links: { Name: string; Hash: string; Size: number }[]; Data: string };

/** Text in XML as Go writes it; characters that XML cannot hold become U+FFFD. */
const xmlText = (text: string): string =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[<>&"'\t\n\r]/g, (sign) => xmlSigns[sign] ?? sign);
const xmlSigns: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&#34;',
  "'": '&#39;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const asXml = ({ Links, Data }: ObjectNode): string => {
  const links = Links.map(({ Name, Hash, Size }) =>
    element(
      'Links',
      element('Name', xmlText(Name)) + element('Hash', Hash) + element('Size', String(Size)),
    ),
  );
  return element('Node', links.join('') + element('Data', xmlText(Data)));
};

/** The output of the last node version with this call: Go's format of a value of that type. */
const asText = ({ Links, Data }: ObjectNode): string => {
  const links = Links.map(({ Name, Hash, Size }) => `{${Name} ${Hash} %!s(uint64=${Size})}`);
  return `&{[${links.join(' ')}] ${Data}}`;
};

const encodings: Readonly<Record<string, (node: ObjectNode, block: Uint8Array) => IpfsReply>> = {
  json: jsonReply,
  text: (node) => bytesReply('text/plain', Buffer.from(asText(node))),
  xml: (node) => bytesReply('application/xml', Buffer.from(asXml(node))),
  protobuf: (_node, block) => bytesReply('application/protobuf', block),
};

/** @throws `malformed` for an unknown `encoding` or `data-encoding` */
export const readObjectOptions = (query: URLSearchParams) => {
  const name = query.get('encoding') ?? 'json';
  const write = ownEntry(encodings, name);
  const dataEncoding = query.get('data-encoding') ?? 'base64';
  if (write === undefined) {
    return fail('malformed', `The encoding is none of ${Object.keys(encodings).join(', ')}.`);
  }
  if (dataEncoding !== 'base64' && dataEncoding !== 'text') {
    return fail('malformed', 'The data-encoding is base64 or text.');
  }
  return { write, dataEncoding } as const;
};

/**
 * A dag-pb block in the format of `object/get`. `Data` is base64, as in the specification's sample;
 * `data-encoding=text` selects text.
 */
export const objectReply = (
  cid: CID,
  block: Uint8Array,
  { write, dataEncoding }: ReturnType<typeof readObjectOptions>,
): IpfsReply => {
  if (cid.code !== dagPb.code) fail('ipfsFailed', 'Only dag-pb nodes are objects.');
  // The codec was checked above.
  const { Links, Data = new Uint8Array() } = decodeBlock(cid, block) as dagPb.PBNode;
  const node = {
    Links: Links.map((link) => ({
      Name: link.Name ?? '',
      Hash: link.Hash.toString(),
      Size: link.Tsize ?? 0,
    })),
    Data: Buffer.from(Data).toString(dataEncoding === 'text' ? 'utf8' : 'base64'),
  };
  return write(node, block);
};
