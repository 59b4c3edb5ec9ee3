const { TestEnvironment } = require('jest-environment-node');

/** Loads the compiler once for all files of a worker: what it has compiled of itself stays warm. */
module.exports = class ContractEnvironment extends TestEnvironment {
  constructor(...options) {
    super(...options);
    this.global.typescript = require('typescript');
  }
};
