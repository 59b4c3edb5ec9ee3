import {
  Box,
  Button,
  Copyable,
  Field,
  Form,
  Image,
  Input,
  Section,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { AddressLine, Ends, Note, SmallButton, Title } from '../review/draw';
import type { Label } from '../review/facts';
import { listedHex } from '../text/format';
import type { Say } from '../text/words';
import { drawHolding } from './balances';
import { drawBitmap } from './bitmap';
import { drawFetched, type Fetched } from './fetched';
import type { Shown } from './shown';
import { drawTurns, type ListPage } from './turns';
import { getLinkName } from './view';

/** Buttons and forms about tokens, by their address. */
export const tokenParts = {
  first: 'page.token.first.',
  remove: 'page.token.remove.',
  hide: 'page.token.hide',
  /** Reads a token that was received, and asks whether to add it. */
  look: 'page.token.look.',
  /** Opens and closes the form that sends a piece; the piece's key follows. */
  unfold: 'page.piece.',
  send: 'page.pieceSent.',
  /** Reads and shows the picture of a piece. */
  picture: 'page.piecePicture.',
  add: 'page.token.add',
} as const;

type TokenLine = {
  address: string;
  symbol: Label;
  name: string;
  /** In units of the token, decimal; undefined if it is not known. */
  amount: string | undefined;
  /** At today's price; undefined if there is none. */
  worth: Label | undefined;
  /** True if the user has added it: its names are its contract's own words. */
  isAdded: boolean;
  /** True if it is at the top of the list. */
  isFirst: boolean;
};

/** A piece of a collection, by the numbers that name it alone. */
export type PieceLine = { key: string; contract: string; id: string; canSend: boolean };

/** The picture of a piece, as a `data:` URL of a bitmap, or why there is none; reading if neither. */
export type PiecePicture = { key: string; url?: string; why?: Label };

export type TokensFacts = {
  account: { readonly name: Label; readonly address: string };
  fetched: Fetched;
  /** True if the source of prices that the user turned on knows none. */
  hasNoPrices: boolean;
  tokens: ListPage<TokenLine>;
  hidesZero: boolean;
  /** Addresses of contracts on no list that say the account received their token. */
  received: readonly string[];
  /** Pieces whose contracts say that they are the account's. */
  pieces: readonly PieceLine[];
  /** True if the user has set the service that pictures of pieces come from. */
  canShowPictures: boolean;
  /** The picture that the user asked for last. */
  picture: PiecePicture | undefined;
  /** Key of the piece whose form is open; empty for none. */
  open: string;
  /** Text that is put into the field; absent if that keeps what it holds. */
  typed: string | undefined;
};

const drawToken = (token: TokenLine, isExact: boolean, say: Say) => {
  const { address, isAdded, isFirst } = token;
  return (
    <Section>
      {drawHolding({ ...token, isListed: !isAdded }, { isExact, say })}
      {isAdded && <AddressLine label={say({ say: 'calls.contract' })} value={address} />}
      {(!isFirst || isAdded) && (
        <Ends>
          {!isFirst && (
            <SmallButton name={`${tokenParts.first}${address}`}>
              {say({ say: 'home.moveUp' })}
            </SmallButton>
          )}
          {isAdded && (
            <SmallButton name={`${tokenParts.remove}${address}`}>
              {say({ say: 'home.removeToken' })}
            </SmallButton>
          )}
        </Ends>
      )}
    </Section>
  );
};

/** Anybody can send such a token: nothing that its contract says of itself is drawn. */
const drawReceived = (received: readonly string[], say: Say) => (
  <Section>
    <Title>{say({ say: 'home.alsoReceived' })}</Title>
    <Note>{say({ say: 'home.alsoReceivedText' })}</Note>
    {received.map((address) => (
      <Box>
        <Copyable value={address} />
        <SmallButton name={`${tokenParts.look}${address}`}>
          {say({ say: 'home.do.look', with: { token: listedHex(address) } })}
        </SmallButton>
      </Box>
    ))}
  </Section>
);

/** Digits of a number of 256 bits. */
const ID_LIMIT = 78;

/** Side of a piece's picture in pixels. */
const PICTURE_SIDE = 240;

const drawPicture = ({ url, why }: PiecePicture, id: string, say: Say) => {
  if (why !== undefined) return <Note>{say(why)}</Note>;
  if (url === undefined) return <Note>{say({ say: 'home.picture.reading' })}</Note>;
  const alt = say({ say: 'home.picture.alt', with: { id } }, ID_LIMIT);
  return <Image src={drawBitmap(url, PICTURE_SIDE)} alt={alt} />;
};

const drawPiece = (piece: PieceLine, facts: TokensFacts, say: Say) => {
  const { key, contract, id, canSend } = piece;
  const { open, picture, canShowPictures } = facts;
  const number = say(id, ID_LIMIT);
  const isOpen = open === key;
  const of = { id: number, collection: listedHex(contract) };
  return (
    <Box>
      <Text>{say({ say: 'home.piece', with: { id: number } })}</Text>
      <AddressLine label={say({ say: 'home.collection' })} value={contract} />
      {picture?.key === key && drawPicture(picture, id, say)}
      {canShowPictures && picture?.key !== key && (
        <SmallButton name={`${tokenParts.picture}${key}`}>
          {say({ say: 'home.do.showPicture', with: of }, ID_LIMIT)}
        </SmallButton>
      )}
      {canSend && (
        <SmallButton name={`${tokenParts.unfold}${key}`}>
          {say(isOpen ? { say: 'home.fold' } : { say: 'home.do.sendPiece', with: of }, ID_LIMIT)}
        </SmallButton>
      )}
      {canSend && isOpen && (
        <Form name={`${tokenParts.send}${key}`}>
          <Field label={say({ say: 'home.send.to' })}>
            <Input name="to" placeholder="0x…" />
          </Field>
          <Button type="submit" name={`${tokenParts.send}review`}>
            {say({ say: 'home.send.review' })}
          </Button>
        </Form>
      )}
    </Box>
  );
};

/** The tokens of an account: the listed ones and those that the user has added. */
export const HomeTokens = ({ facts, isExact, when, say }: Shown<TokensFacts>) => {
  const { account, fetched, hasNoPrices, tokens, hidesZero, received, pieces, typed } = facts;
  return (
    <Box>
      <Note>{say({ say: 'home.tokensOf', with: { account: account.name } }, 32)}</Note>
      {drawFetched(fetched, getLinkName('tokens', account.address), { when, say })}
      {hasNoPrices && <Note>{say({ say: 'home.noPrices' })}</Note>}
      {tokens.lines.map((token) => drawToken(token, isExact, say))}
      {drawTurns(tokens, say)}
      <SmallButton name={tokenParts.hide}>
        {say({ say: hidesZero ? 'home.showZero' : 'home.hideZero' })}
      </SmallButton>
      {pieces.length > 0 && (
        <Section>
          <Title>{say({ say: 'home.pieces' })}</Title>
          {pieces.map((piece) => drawPiece(piece, facts, say))}
        </Section>
      )}
      {received.length > 0 && drawReceived(received, say)}
      <Section>
        <Title>{say({ say: 'home.addToken' })}</Title>
        <Form name={tokenParts.add}>
          <Field label={say({ say: 'home.tokenAddress' })}>
            <Input name="address" placeholder="0x…" value={typed} />
          </Field>
          <Button type="submit" name={`${tokenParts.add}.check`}>
            {say({ say: 'home.readToken' })}
          </Button>
        </Form>
      </Section>
    </Box>
  );
};
