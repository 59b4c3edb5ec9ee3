import { tokens } from '../chain/tokens';
import {
  asking,
  type Battery,
  type Case,
  hasMembers,
  refused,
  sign,
  signsExactly,
} from './battery';
import { text, typed } from './messages';

const tagged = Array.from(' send all', (letter) =>
  String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
).join('');

/** The text is signed exactly as it was sent, however the dialog shows it. */
const asText = (id: string, title: string, content: string, look: string): Case =>
  signsExactly([id, title], ({ chainId }) => [text(chainId, content)], { look });

/** A text that no two libraries hash alike, or that a person cannot read as it is. */
const asRefused = (id: string, title: string, content: string): Case =>
  asking(
    [id, title],
    (facts) => sign(facts, text(facts.chainId, content)),
    refused('invalidParams'),
  );

/** A symbol that imitates the token's own: the module stores the contract's. */
const asSymbol = (id: string, title: string, tokenSymbol: string): Case =>
  asking(
    [id, title],
    ({ account, chainId }) => ({
      method: 'xnet_addErc20Token',
      params: { address: account, tokenAddress: tokens.ETH, tokenSymbol, chainId },
    }),
    hasMembers({ symbol: 'ETH' }),
    {
      dialogs: 1,
      look: 'The token has the symbol of its contract; what the page calls it stands apart.',
    },
  );

/** A name within typed data, which is part of what is hashed and of what the dialog says. */
const asName = (id: string, title: string, name: string): Case =>
  asking(
    [id, title],
    (facts) =>
      sign(facts, {
        ...typed({
          chainId: facts.chainId,
          types: { Order: '' },
          message: { [name]: '0x1' },
        }),
        types: {
          ...typed({ chainId: facts.chainId, types: {}, message: {} }).types,
          Order: [{ name, type: 'felt' }],
        },
      }),
    refused('invalidParams'),
  );

export const hostileBattery: Battery = {
  id: 'hostile',
  title: 'Hostile texts',
  lead: 'Texts that try to look like something else. They are refused without a dialog, or shown as they are and signed exactly so.',
  cases: [
    asRefused('homograph', 'A site spelt with Cyrillic letters', 'Sign in to https://ехаmрlе.com'),
    asRefused('bidi', 'A text that runs backwards', 'safe.example\u202e\u2066elpmaxe.live\u2069'),
    asRefused('lines', 'Lines that look like the dialog’s own', 'Hello\n\nNetwork\u2028Mainnet'),
    asRefused(
      'hidden',
      'Letters without width, and a sentence in tags',
      `100\u2064000 STRK\u200b\u200d\ufeff${tagged}`,
    ),
    asRefused('marks', 'A letter with 300 marks', `Z${'\u0351'.repeat(300)}`),
    asText(
      'html',
      'HTML and Markdown',
      '<script>alert(1)</script><b>Free</b> [Confirm](https://evil.example) **bold** &lt;i&gt;',
      'Every character is shown; nothing is bold, and nothing is a link.',
    ),
    asText(
      'placeholders',
      'Placeholders of the dialog’s own texts',
      '{amount} {to} {title} $1 $& `code`',
      'They are shown as they are.',
    ),
    asText(
      'long',
      'A text of 20,000 letters',
      'x'.repeat(20_000),
      'The buttons are within reach, and the text can be read whole.',
    ),
    signsExactly(
      ['site-name', 'A name of another site in the domain'],
      ({ chainId }) => [text(chainId, 'Hello', { name: 'app.other.example' })],
      { look: 'The dialog says which page asks, and marks the name as the message’s own.' },
    ),
    asName('field-bidi', 'A field whose name runs backwards', 'to\u202eknab'),
    asName('field-hidden', 'A field whose name has a letter without width', 'amo\u200bunt'),
    asName('field-line', 'A field whose name holds a line of its own', 'to\nNetwork'),
    asSymbol('symbol-homograph', 'A token’s symbol with a Greek letter', '\u0395TH'),
    asSymbol('symbol-hidden', 'A token’s symbol with a hidden letter', 'E\u200bTH'),
    asSymbol('symbol-other', 'A token’s symbol of another token', 'USDC'),
    asking(
      ['account-name-long', 'An account’s name of 10,000 letters'],
      ({ chainId }) => ({
        method: 'xnet_addAccount',
        params: { accountName: 'x'.repeat(10_000), chainId },
      }),
      refused('invalidParams'),
    ),
  ],
};
