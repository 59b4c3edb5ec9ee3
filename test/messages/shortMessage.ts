/** The smallest message of revision 1: one field of a readable type. */
export const shortMessage = ({
  text,
  field = 'text',
  type = 'shortstring',
  site = 'Shop',
  chainId = 'SN_SEPOLIA',
}: {
  text: string;
  field?: string;
  type?: 'shortstring' | 'string';
  site?: string;
  chainId?: string;
}) => ({
  types: {
    StarknetDomain: ['name', 'version', 'chainId', 'revision'].map((name) => ({
      name,
      type: 'shortstring',
    })),
    Greeting: [{ name: field, type }],
  },
  primaryType: 'Greeting',
  domain: { name: site, version: '1', chainId, revision: '1' },
  message: { [field]: text },
});
