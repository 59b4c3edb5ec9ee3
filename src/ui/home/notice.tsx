import { Banner, Text } from '@metamask/snaps-sdk/jsx';
import type { Say } from '../text/words';
import type { Notice } from './view';

const NOTICE_LIMIT = 512;

/** Outcome of the user's last press. */
export const drawNotice = (notice: Notice | undefined, say: Say) => {
  if (!notice) return null;
  return (
    <Banner title={say(notice.title)} severity={notice.severity}>
      <Text>{say(notice.text, NOTICE_LIMIT)}</Text>
    </Banner>
  );
};
