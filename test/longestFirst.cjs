const { default: Sequencer } = require('@jest/test-sequencer');

/** Ordered by the duration of their longest file. */
const projects = ['browser', 'fuzz', 'node', 'wallet', 'simulation', 'service', 'contract', 'unit'];

/** Runs the longest files first, so that none of them is left to run alone at the end. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ context }) => projects.indexOf(context.config.displayName.name);
    return super.sort(tests).sort((a, b) => rankOf(a) - rankOf(b));
  }
};
