import {
  Banner,
  Box,
  Button,
  Checkbox,
  Container,
  Footer,
  Heading,
  Text,
} from '@metamask/snaps-sdk/jsx';
import { flat } from '../flat';
import type { Say, TextName } from '../text/words';
import { AllowanceForm, type Typed } from './allowance';
import { Changes, changesInFull } from './changes';
import {
  Asker,
  drawFact,
  drawSection,
  Ends,
  inFull,
  Line,
  listAmounts,
  SmallButton,
  WIDE_LINE,
} from './draw';
import { type Fact, type ReviewFacts, type Section, type Warning, worstFirst } from './facts';
import { FeePart, feesInFull, MaximumFee, type Wished } from './fee';
import { type Growth, GrowthBanner, noGrowth } from './growth';
import {
  hasBriefWarnings,
  MoreOnWarnings,
  OtherWarnings,
  selectSevere,
  WorstWarning,
} from './warnings';
import { WhomLine, withoutWhom } from './whom';

/** The state of an open dialog, besides its facts. */
export type ReviewState = {
  /** True for a part of the module's page, which needs a Cancel of its own. */
  readonly isOnPage: boolean;
  /** Version of the displayed facts; increases with each update. */
  readonly version: number;
  /** Version of what needs a tick; increases when that changes. */
  readonly risk: number;
  readonly isUnfolded: boolean;
  /** True once the user has confirmed the risk in sight. */
  readonly isUnderstood: boolean;
  /** True while newer facts are being loaded. */
  readonly isWaiting: boolean;
  /** How much more can be lost than when the user first looked, or last chose. */
  readonly growth: Growth;
  /** True while the user should look at the growth before confirming. */
  readonly isPaused: boolean;
  readonly trouble: 'stale' | 'refused' | 'notChanged' | 'renewed' | null;
  readonly wished: Wished;
  /** An entered allowance that is not signed; null if there is none. */
  readonly typed: Typed | null;
  /** True right after an allowance was accepted. */
  readonly isTaken: boolean;
};

export const untouched: ReviewState = {
  isOnPage: false,
  version: 1,
  risk: 1,
  isUnfolded: false,
  isUnderstood: false,
  isWaiting: false,
  growth: noGrowth,
  isPaused: false,
  trouble: null,
  wished: {},
  typed: null,
  isTaken: false,
};

/** Whether the user must tick that the risk is understood before confirming. */
const needsTick = (facts: ReviewFacts, { growth }: Pick<ReviewState, 'growth'>): boolean =>
  growth.isMuch || selectSevere(facts).length > 0;

/** Whether Confirm can be pressed: its button is drawn by this, and a press is held to it. */
export const canConfirm = (facts: ReviewFacts, state: ReviewState): boolean =>
  !state.isWaiting &&
  !state.isPaused &&
  state.typed === null &&
  (state.isUnderstood || !needsTick(facts, state));

/** Names of the interactive parts; the numbers are the versions of their drawing. */
export const reviewParts = {
  confirm: (version: number) => `confirm.${version}`,
  details: 'details',
  /** Goes back to where the user was on the page, and refuses what can still be refused. */
  leave: 'leave',
  understand: (risk: number) => `understand.${risk}`,
} as const;

/** Limits names that sites and contracts chose, so that they do not fill the first line. */
const TITLE_LIMIT = 40;

/** Some languages begin with the object, such as "einen unbekannten Token". */
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Omits a repetition of the title if other content follows it. */
function withoutTitle({ title, facts }: Section, heading: string, say: Say): Section {
  const [first, ...otherFacts] = facts;
  const isSaid = first?.as === 'sentence' && say(first.value, Number.POSITIVE_INFINITY) === heading;
  return { title, facts: isSaid ? otherFacts : facts };
}

/** Draws the whole question: nothing that stands above it, and nothing twice. */
const sectionsBelow = ({ sections, whom }: ReviewFacts, heading: string, say: Say): Section[] =>
  withoutWhom(sections, whom)
    .map((section) => withoutTitle(section, heading, say))
    .filter(({ facts }) => facts.length > 0);

/** The risks to confirm besides the one right above: each once, even if it applies to two tokens. */
function understood([worst, ...otherWarnings]: readonly Warning[], say: Say): string {
  const titles = new Set(otherWarnings.map(({ title }) => say(title)));
  if (worst) titles.delete(say(worst.title));
  const risks = [...titles].join('; ');
  if (risks === '') return say({ say: 'review.understand' });
  return say({ say: 'review.understandAlso', with: { risks } }, Number.POSITIVE_INFINITY);
}

const senderAddress = ({ index, address }: NonNullable<ReviewFacts['account']>): Fact => ({
  as: 'address',
  label: { say: 'review.address', with: { index: String(index) } },
  value: address,
});

function amountsInFull({ preview, sections, fee, warnings }: ReviewFacts): Fact[] {
  const amounts: Fact[] = [...changesInFull(preview)];
  if (fee) amounts.push(...feesInFull(fee));
  amounts.push(...sections.flatMap(({ facts }) => facts.flatMap(inFull)));
  for (const { title, text } of warnings)
    for (const value of listAmounts(text))
      amounts.push(...inFull({ as: 'text', label: title, value }));
  return amounts;
}

/** All folded parts: the sender, the facts, and amounts in full. */
function detailsOf(facts: ReviewFacts): Section[] {
  const { account, details } = facts;
  const amounts = amountsInFull(facts);
  const parts: Section[] = [];
  if (account && details)
    parts.push({ title: { say: 'review.account' }, facts: [senderAddress(account)] });
  if (details) parts.push(...details);
  if (amounts.length > 0) parts.push({ title: { say: 'review.inFull' }, facts: amounts });
  return parts;
}

export const ReviewDialog = ({ facts, state, say }: Drawing) => {
  const { title, account, warnings, preview, fee } = facts;
  const details = detailsOf(facts);
  const heading = say(title, TITLE_LIMIT);
  const hasMore = hasBriefWarnings(facts);
  const sections = sectionsBelow(facts, heading, say).map((section) => drawSection(section, say));
  return flat(
    <Container>
      <Box>
        {/* What fits the window of users' wallets: the rest stands below, with more room. */}
        <Box>
          <Title heading={capitalized(heading)} isOnPage={state.isOnPage} say={say} />
          {facts.whom !== undefined && <WhomLine whom={facts.whom} say={say} />}
          {state.growth.lines.length > 0 && <GrowthBanner growth={state.growth} say={say} />}
          <WorstWarning facts={facts} say={say} />
          {needsTick(facts, state) && <RiskTick facts={facts} state={state} say={say} />}
          {state.trouble !== null && (
            <Banner title={say({ say: `review.${state.trouble}` })} severity="warning">
              <Text>{say({ say: `review.${state.trouble}Text` })}</Text>
            </Banner>
          )}
          <Frame facts={facts} say={say} />
          {preview ? <Changes facts={facts} say={say} /> : sections[0]}
        </Box>
        {warnings.length > 1 && <OtherWarnings facts={facts} say={say} />}
        {preview ? sections : sections.slice(1)}
        {account !== undefined && !facts.details && drawFact(senderAddress(account), say)}
        {(facts.allowances ?? []).map((allowance, _, { length }) => (
          <AllowanceForm
            allowance={allowance}
            isOneOfMany={length > 1}
            typed={state.typed}
            isTaken={state.isTaken}
            say={say}
          />
        ))}
        {fee !== undefined && <FeePart fee={fee} wished={state.wished} say={say} />}
        {(hasMore || details.length > 0) && (
          <SmallButton name={reviewParts.details}>
            {say({ say: state.isUnfolded ? 'review.hideDetails' : 'review.showDetails' })}
          </SmallButton>
        )}
        {state.isUnfolded && hasMore && <MoreOnWarnings facts={facts} say={say} />}
        {state.isUnfolded && details.map((section) => drawSection(section, say))}
        {state.growth.lines.length > 0 && (
          <Text color="error">{say({ say: 'review.grownAbove' })}</Text>
        )}
      </Box>
      {/* Beside a single button of a dialog, wallets draw a Cancel that needs no module. */}
      <Footer>
        <Confirm facts={facts} state={state} say={say} />
      </Footer>
    </Container>,
  );
};

/** Draws the question; a part of the page has its Cancel beside it. */
const Title = ({ heading, isOnPage, say }: { heading: string; isOnPage: boolean; say: Say }) => {
  if (!isOnPage) return <Heading size="lg">{heading}</Heading>;
  return (
    <Ends>
      <Heading size="lg">{heading}</Heading>
      <SmallButton name={reviewParts.leave}>{say({ say: 'home.cancel' })}</SmallButton>
    </Ends>
  );
};

const PlaceLine = ({ facts: { account, network }, say }: { facts: ReviewFacts; say: Say }) => {
  if (!account)
    return (
      <Line label={say({ say: 'review.network' })} width={WIDE_LINE} size="sm">
        {say(network)}
      </Line>
    );
  return (
    <Line label={say({ say: 'review.account' })} width={WIDE_LINE} size="sm">
      {say({ say: 'review.accountOn', with: { account: account.name, network } }, 32)}
    </Line>
  );
};

/** Draws cost and place, then, smaller, the site that asks: users know what they ask themselves. */
const Frame = ({ facts, say }: { facts: ReviewFacts; say: Say }) => {
  const { fee, origin } = facts;
  return (
    <Box>
      {fee !== undefined && <MaximumFee fee={fee} say={say} />}
      <PlaceLine facts={facts} say={say} />
      {typeof origin === 'string' && <Asker origin={origin} say={say} />}
    </Box>
  );
};

type Drawing = { facts: ReviewFacts; state: ReviewState; say: Say };

const RiskTick = ({ facts, state, say }: Drawing) => (
  <Checkbox
    name={reviewParts.understand(state.risk)}
    label={understood(worstFirst(selectSevere(facts)), say)}
    checked={state.isUnderstood}
  />
);

/** The label of Confirm: what it waits for, else what it does. */
function confirmLabel(facts: ReviewFacts, state: ReviewState): TextName {
  if (state.isPaused) return 'review.changed';
  if (needsTick(facts, state) && !state.isUnderstood) return 'review.tickFirst';
  return facts.verb ?? 'review.confirm';
}

const Confirm = ({ facts, state, say }: Drawing) => {
  const isRisky = needsTick(facts, state);
  return (
    <Button
      name={reviewParts.confirm(state.version)}
      variant={isRisky ? 'destructive' : 'primary'}
      disabled={!canConfirm(facts, state)}
      loading={state.isWaiting}
    >
      {say({ say: confirmLabel(facts, state) })}
    </Button>
  );
};
