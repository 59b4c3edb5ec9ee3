import { text } from '../../draw';
import { pretty } from '../../log/copies';
import type { Done } from '../../service/service';
import { say } from '../../texts';
import { Code } from '../Code';
import { Copy } from '../Copy';
import { Taken } from './Taken';

/** A response as JSON, with its cost. */
export function JsonReply({ outcome, value }: { outcome: Done<unknown>; value: unknown }) {
  return (
    <>
      <h2>
        {text('service.reply')} <Taken outcome={outcome} />
        <Copy text={pretty(value)} subject={say('page.what.reply')} />
      </h2>
      <Code text={pretty(value)} testId="reply" />
    </>
  );
}
