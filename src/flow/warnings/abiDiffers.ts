import { nameOf } from './parties';
import type { Rule } from './subject';
import { warning } from './warning';

/** A call that the site describes otherwise than its contract does. */
export const abiDiffers: Rule = (subject) =>
  subject.calls.flatMap(({ call: { contractAddress, entrypoint }, siteAgrees }) =>
    siteAgrees === false
      ? warning('abiDiffers', 'caution', {
          entrypoint,
          contract: nameOf(subject, contractAddress),
        })
      : [],
  );
