const { default: Sequencer } = require('@jest/test-sequencer');

/** By how long their longest file takes. */
const projects = ['browser', 'fuzz', 'node', 'wallet', 'simulation', 'service', 'contract', 'unit'];

/** Several files run at a time: those that take long come first, so that none is left to run alone. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ context }) => projects.indexOf(context.config.displayName.name);
    return super.sort(tests).sort((a, b) => rankOf(a) - rankOf(b));
  }
};
