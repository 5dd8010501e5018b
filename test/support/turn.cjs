/** Waits until all that is answered at once has come to rest. Timers are for files outside n8n's linter. */
exports.turn = async () => await new Promise((resolve) => setImmediate(resolve));
