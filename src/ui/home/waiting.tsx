import { Box, Heading, Spinner } from '@metamask/snaps-sdk/jsx';
import { flat } from '../flat';
import { reviewParts } from '../review/dialog';
import { Ends, SmallButton } from '../review/draw';
import type { Label, Say } from '../text/words';

export type WaitingFacts = {
  /** The act in progress. */
  text: Label;
  /** Label of the way back; absent if there is none. */
  back?: Label;
};

/**
 * Stands in the place of a part until the next one can be drawn. It is short, so that wallets show
 * the beginning of what follows: they keep how far the user had scrolled.
 */
export const HomeWaiting = ({ text, back, say }: WaitingFacts & { say: Say }) =>
  flat(
    <Box key="waiting">
      <Ends>
        <Heading>{say(text)}</Heading>
        {back !== undefined && <SmallButton name={reviewParts.leave}>{say(back)}</SmallButton>}
      </Ends>
      <Spinner />
    </Box>,
  );
