module.exports = globalThis.typescript;
