import { tokens } from '../chain/tokens';
import { say, type TextRef } from '../texts';
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
const asText = (id: string, title: TextRef, content: string, look: TextRef): Case =>
  signsExactly([id, title], ({ chainId }) => [text(chainId, content)], { look });

/** A text that no two libraries hash alike, or that a person cannot read as it is. */
const asRefused = (id: string, title: TextRef, content: string): Case =>
  asking(
    [id, title],
    (facts) => sign(facts, text(facts.chainId, content)),
    refused('invalidParams'),
  );

/** A symbol that imitates the token's own: the module stores the contract's. */
const asSymbol = (id: string, title: TextRef, tokenSymbol: string): Case =>
  asking(
    [id, title],
    ({ account, chainId }) => ({
      method: 'xnet_addErc20Token',
      params: { address: account, tokenAddress: tokens.ETH, tokenSymbol, chainId },
    }),
    hasMembers({ symbol: 'ETH' }),
    {
      dialogs: 1,
      look: say('batteries.hostile.symbol.look'),
    },
  );

/** A name within typed data, which is part of what is hashed and of what the dialog says. */
const asName = (id: string, title: TextRef, name: string): Case =>
  asking(
    [id, title],
    (facts) => {
      const { chainId } = facts;
      const order = typed({ chainId, types: { Order: '' }, message: { [name]: '0x1' } });
      return sign(facts, { ...order, types: { ...order.types, Order: [{ name, type: 'felt' }] } });
    },
    { ...refused('invalidParams'), says: 'types.Order.0.name' },
  );

export const hostileBattery: Battery = {
  id: 'hostile',
  title: say('batteries.hostile'),
  lead: say('batteries.hostile.lead'),
  cases: [
    asRefused('homograph', say('batteries.hostile.homograph'), 'Sign in to https://ехаmрlе.com'),
    asRefused('bidi', say('batteries.hostile.bidi'), 'safe.example\u202e\u2066elpmaxe.live\u2069'),
    asRefused('lines', say('batteries.hostile.lines'), 'Hello\n\nNetwork\u2028Mainnet'),
    asRefused(
      'hidden',
      say('batteries.hostile.hidden'),
      `100\u2064000 STRK\u200b\u200d\ufeff${tagged}`,
    ),
    asRefused('marks', say('batteries.hostile.marks'), `Z${'\u0351'.repeat(300)}`),
    asText(
      'html',
      say('batteries.hostile.html'),
      '<script>alert(1)</script><b>Free</b> [Confirm](https://evil.example) **bold** &lt;i&gt;',
      say('batteries.hostile.html.look'),
    ),
    asText(
      'placeholders',
      say('batteries.hostile.placeholders'),
      '{amount} {to} {title} $1 $& `code`',
      say('batteries.hostile.placeholders.look'),
    ),
    asText(
      'long',
      say('batteries.hostile.long'),
      'x'.repeat(20_000),
      say('batteries.hostile.long.look'),
    ),
    signsExactly(
      ['site-name', say('batteries.hostile.siteName')],
      ({ chainId }) => [text(chainId, 'Hello', { name: 'app.other.example' })],
      { look: say('batteries.hostile.siteName.look') },
    ),
    asName('field-bidi', say('batteries.hostile.fieldBidi'), 'to\u202eknab'),
    asName('field-hidden', say('batteries.hostile.fieldHidden'), 'amo\u200bunt'),
    asName('field-line', say('batteries.hostile.fieldLine'), 'to\nNetwork'),
    asSymbol('symbol-homograph', say('batteries.hostile.symbolHomograph'), '\u0395TH'),
    asSymbol('symbol-hidden', say('batteries.hostile.symbolHidden'), 'E\u200bTH'),
    asSymbol('symbol-other', say('batteries.hostile.symbolOther'), 'USDC'),
    asking(
      ['account-name-long', say('batteries.hostile.accountNameLong')],
      ({ chainId }) => ({
        method: 'xnet_addAccount',
        params: { accountName: 'x'.repeat(10_000), chainId },
      }),
      refused('invalidParams'),
    ),
  ],
};
