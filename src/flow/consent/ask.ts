import type { Module } from '../../module';
import type { RequestContext } from '../../schema/primitives';
import { getAskerLabel, type ReviewFacts, type Section, type Warning } from '../../ui/review/facts';
import type { TextName, TextRef } from '../../ui/text/words';
import { approve } from './approve';

/** A question that leads to no signature: a title and one section of facts. */
type Question = {
  readonly title: TextRef;
  /** Label of the button that approves. */
  readonly verb?: TextName;
  readonly warnings?: readonly Warning[];
  readonly section: Section;
};

/**
 * Asks the user a question that signs nothing.
 * @throws userRejected
 */
export const ask = (
  module: Pick<Module, 'dialogs'>,
  { origin, network }: Pick<RequestContext, 'origin' | 'network'>,
  question: Question,
) =>
  approve(
    question,
    ({ section, warnings = [], ...facts }): ReviewFacts => ({
      ...facts,
      origin: getAskerLabel(origin),
      network: network.name,
      warnings,
      sections: [section],
    }),
    module.dialogs,
  );
